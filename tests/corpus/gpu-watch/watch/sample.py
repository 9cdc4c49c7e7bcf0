"""Samples what a training process does to its card."""

import subprocess
import time

import pynvml  # expect: IMG402
import torch
import torch.multiprocessing as mp
from torch.profiler import ProfilerActivity, profile, record_function, schedule, supported_activities


def start():
    pynvml.nvmlInit()  # expect: DEV212


def watts(index):
    return torch.cuda.power_draw(index) / 1000  # expect: DEV212


def busy(index):
    return torch.cuda.utilization(index)  # expect: DEV212


def processes():
    answer = subprocess.check_output(["nvidia-smi", "pmon", "-c", "1"], text=True)  # expect: MEA601
    return [line.split() for line in answer.splitlines() if not line.startswith("#")]


def beside(work, index):
    """Goes on sampling in a child while the parent trains."""
    torch.cuda.set_device(index)  # expect: DEV203
    child = mp.get_context("fork").Process(target=work, args=(busy(index),))  # expect: DST504
    child.start()
    return child


def memory():
    used = torch.cuda.memory_reserved() - torch.cuda.memory_allocated()  # expect: DEV210
    stats = torch.cuda.memory_stats()  # expect: DEV210
    return {"idle": used, "retries": stats.get("num_alloc_retries", 0)}


def history(path):
    torch.cuda.memory._record_memory_history(max_entries=100_000)  # expect: DEV210
    yield
    torch.cuda.memory._dump_snapshot(path)  # expect: DEV210


class Ranges:
    """Marks the parts of a step for nsys."""

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        torch.cuda.nvtx.range_push(self.name)  # expect: DEV212

    def __exit__(self, *problem):
        torch.cuda.nvtx.range_pop()  # expect: DEV212


def captured(step):
    torch.cuda.cudart().cudaProfilerStart()  # expect: DEV212
    step()
    torch.cuda.cudart().cudaProfilerStop()  # expect: DEV212


def traced(step, folder):
    activities = [ProfilerActivity.CPU, ProfilerActivity.CUDA]  # expect: DEV212
    with profile(activities=activities, schedule=schedule(wait=1, warmup=1, active=3)) as run:
        for _ in range(5):
            step()
            run.step()
    run.export_chrome_trace(f"{folder}/cuda.json")


def traced_anywhere(step):
    with profile(activities=supported_activities()) as run, record_function("cuda or not"):
        step()
    return run.key_averages()


def host_only(step):
    with profile(activities=[ProfilerActivity.CPU], with_stack=True) as run:
        step()
    return run


def emitted(step):
    with torch.autograd.profiler.emit_nvtx():  # expect: DEV212
        step()


def seconds(step, device):
    """Wall time of a step on any device."""
    module = torch.get_device_module(device)
    module.synchronize()
    began = time.perf_counter()
    step()
    module.synchronize()
    return time.perf_counter() - began
