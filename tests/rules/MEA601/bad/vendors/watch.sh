hl-smi -q | head  # expect: MEA601
xpu-smi dump -d 0  # expect: MEA601
nsys profile -o timeline python train.py  # expect: MEA601
