import subprocess


def driver():
    command = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]  # expect: MEA601
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def tell():
    names = ["nvidia-smi", "rocm-smi"]
    return ", ".join(names)
