"""Sets CUDA_VISIBLE_DEVICES."""
import os
import subprocess
from os import environ, getenv


def mask(rank):
    # os.environ["CUDA_VISIBLE_DEVICES"]
    os.environ["CUDA_VISIBLE_DEVICES"] = str(rank)  # expect: DST503
    environ.setdefault("HIP_VISIBLE_DEVICES", "0")  # expect: DST503
    os.putenv("ROCR_VISIBLE_DEVICES", "0")  # expect: DST503
    print("set CUDA_VISIBLE_DEVICES to", rank)
    return getenv("ASCEND_RT_VISIBLE_DEVICES", "")  # expect: DST503


def child(command, rank):
    subprocess.run(command, env={**os.environ, "CUDA_VISIBLE_DEVICES": f"{rank}"})  # expect: DST503
    subprocess.run(command, env=dict(os.environ, CUDA_VISIBLE_DEVICES="0"))  # expect: DST503
    os.environ.update(NEURON_RT_VISIBLE_CORES="0-3")  # expect: DST503


def masked():
    return "CUDA_VISIBLE_DEVICES" in os.environ  # expect: DST503
