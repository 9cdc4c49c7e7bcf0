"""Takes the device from outside; Trainer(accelerator="gpu") stood here."""
from lightning.pytorch import Trainer
from transformers import AutoModelForCausalLM, TrainingArguments


def settings(out, kind, precision, name, device):
    # Trainer(accelerator="gpu")
    first = TrainingArguments(out, optim="adamw_torch", learning_rate=1e-4)
    second = Trainer(accelerator=kind, precision="bf16-mixed", max_epochs=3)
    third = Trainer(accelerator="cpu", precision=precision)
    fourth = AutoModelForCausalLM.from_pretrained(name, device_map=device)
    return first, second, third, fourth
