from glob import glob

FLAGS = ["-DCUDA_HAS_FP16=1", "-O3"]
SOURCES = glob("csrc/*.cu") + glob("csrc/*.cpp")
