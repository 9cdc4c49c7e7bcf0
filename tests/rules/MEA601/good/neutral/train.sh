#!/bin/sh
# nvidia-smi was here once
echo "see the output of nvidia-smi in the log"
"./tools/memory-$PLATFORM.sh"
python train.py --title "dcgmi"
