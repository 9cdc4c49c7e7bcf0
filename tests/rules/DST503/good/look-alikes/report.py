"""Words that look like variables: NCCL_DEBUG, CUDA_VISIBLE_DEVICES."""
import argparse
import os

MY_CUDA_VISIBLE_DEVICES = os.environ.get("MY_CUDA_VISIBLE_DEVICES_COPY")
NCCL_DEBUG = False


def parser():
    result = argparse.ArgumentParser(epilog="reads CUDA_VISIBLE_DEVICES")
    result.add_argument("--visible-devices", help="written to CUDA_VISIBLE_DEVICES by the launcher")
    return result


def report(log):
    if NCCL_DEBUG:
        log.debug("NCCL_DEBUG=INFO")
    return MY_CUDA_VISIBLE_DEVICES
