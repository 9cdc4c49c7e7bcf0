"""Settings such as Trainer(accelerator="gpu")."""
import os

import lightning as L
import pytorch_lightning as pl
from accelerate import Accelerator
from lightning.pytorch import Trainer
from transformers import AutoModelForCausalLM, TrainingArguments
from vllm import LLM


def settings(out):
    # Accelerator(mixed_precision="fp16")
    first = Accelerator(mixed_precision="fp16")  # expect: DEV227
    second = TrainingArguments(out, no_cuda=False)  # expect: DEV227
    third = TrainingArguments(output_dir=out, tf32=True, learning_rate=1e-4)  # expect: DEV227
    fourth = TrainingArguments(out, optim="adamw_torch_npu_fused")  # expect: DEV227
    return first, second, third, fourth


def trainers(log):
    first = Trainer(accelerator="gpu", max_epochs=3)  # expect: DEV227
    second = pl.Trainer(accelerator="cuda", logger=log)  # expect: DEV227
    third = L.Trainer(precision="transformer-engine")  # expect: DEV227
    fourth = L.Trainer(accelerator="auto", max_epochs=3)  # expect: DEV227
    return first, second, third, fourth


def helper():
    return Accelerator()  # expect: DEV227


def models(name):
    first = AutoModelForCausalLM.from_pretrained(name, device_map="cuda")  # expect: DEV227
    second = LLM(model=name, device="cuda")  # expect: DEV227
    os.environ["DS_ACCELERATOR"] = "cuda"  # expect: DEV227
    return first, second
