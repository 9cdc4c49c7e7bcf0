import os

import torch_npu.contrib.transfer_to_npu  # expect: IMG403


def child(command, run):
    return run(command, env={**os.environ, "TORCH_TRANSFER_TO_NPU": "1"})  # expect: IMG403


def load():
    from habana_frameworks.torch import gpu_migration as shim  # expect: IMG403

    return shim, torch_npu
