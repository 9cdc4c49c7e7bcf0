"""Matrix products on AMD cards, with the knobs of that stack."""

import os
import subprocess

import torch

os.environ["HSA_OVERRIDE_GFX_VERSION"] = "9.4.2"  # expect: DST503
os.environ["HIP_VISIBLE_DEVICES"] = "0"  # expect: DST503
os.environ["TORCH_ROCM_FA_PREFER_CK"] = "1"  # expect: KRN304
os.environ["PYTORCH_TUNABLEOP_ENABLED"] = "1"  # expect: DST503


def architecture():
    """Such as gfx942; empty on other cards."""
    if torch.version.hip is None:
        return ""
    return torch.cuda.get_device_properties(0).gcnArchName


def power():
    answer = subprocess.run(["rocm-smi", "--showpower", "--json"], capture_output=True, check=True)  # expect: MEA601
    return answer.stdout


def timed(work, repeats):
    first, last = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)  # expect: DEV209
    work()
    torch.cuda.synchronize()  # expect: DEV203
    first.record()
    for _ in range(repeats):
        work()
    last.record()
    last.synchronize()
    return first.elapsed_time(last) / repeats


def main():
    torch.backends.cuda.preferred_blas_library("hipblaslt")  # expect: DEV214
    torch.use_deterministic_algorithms(mode=True)  # expect: DEV226
    torch.cuda.tunable.enable(True)  # expect: DEV203
    print("hip", torch.version.hip, "on", architecture() or "no AMD card")
    for size in (1024, 4096, 16384):
        a, b = (torch.randn(size, size, device="cuda", dtype=torch.bfloat16) for _ in range(2))  # expect: DEV201
        milliseconds = timed(lambda a=a, b=b: a @ b, 20)
        print(size, f"{2 * size**3 / milliseconds / 1e9:.1f} TFLOPS", power())
    noise = torch.Generator("cuda").manual_seed(1)  # expect: DEV208
    print(torch.rand(3, generator=noise, device=a.device))
    worst = torch.randn(64, 64, device=a.device, dtype=torch.float64)  # expect: DEV222
    print(torch.linalg.cond(worst))


if __name__ == "__main__":
    main()
