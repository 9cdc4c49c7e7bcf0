"""Fine-tunes a language model with low-rank adapters."""

import argparse
from dataclasses import dataclass, field

import torch
import yaml
from accelerate import Accelerator
from bitsandbytes.optim import PagedAdamW8bit  # expect: IMG402
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments


@dataclass
class Plan:
    model: str = "quill-8b"
    output: str = "out"
    device: str = "cuda"  # expect: DEV201
    targets: list = field(default_factory=lambda: ["q_proj", "v_proj"])


def quantized(plan):
    config = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_compute_dtype=torch.bfloat16)  # expect: KRN305
    return AutoModelForCausalLM.from_pretrained(plan.model, quantization_config=config)


def arguments(plan):
    return TrainingArguments(
        output_dir=plan.output,
        per_device_train_batch_size=4,
        bf16=torch.cuda.is_bf16_supported(),  # expect: DEV211
        tf32=True,  # expect: DEV227
        optim="adamw_torch",
        ddp_backend="nccl",  # expect: DST502
        dataloader_pin_memory=True,
        gradient_checkpointing=True,
        report_to="none",
    )


def by_trainer(plan, data):
    model = get_peft_model(quantized(plan), LoraConfig(r=16, target_modules=plan.targets))
    Trainer(model=model, args=arguments(plan), train_dataset=data).train()


def by_hand(plan, data):
    """The same with accelerate, which finds the device by itself."""
    runner = Accelerator(mixed_precision="bf16", gradient_accumulation_steps=8)  # expect: DEV227
    model = torch.compile(AutoModelForCausalLM.from_pretrained(plan.model), backend="inductor")  # expect: DEV219
    optimizer = PagedAdamW8bit(model.parameters(), lr=2e-4)  # expect: KRN305
    model, optimizer, data = runner.prepare(model, optimizer, data)
    for batch in data:
        with runner.accumulate(model):
            runner.backward(model(**batch).loss)
            optimizer.step()
            optimizer.zero_grad()
    torch.save({name: value.cpu() for name, value in runner.get_state_dict(model).items()}, f"{plan.output}/last.pt")


def loader(data, size):
    return torch.utils.data.DataLoader(data, size, num_workers=4, multiprocessing_context="fork")  # expect: DST504


def in_half(plan):
    return Accelerator(mixed_precision="fp16", project_dir=plan.output)  # expect: DEV227


def probe(plan):
    """Only for a laptop with an Apple chip."""
    return TrainingArguments(output_dir=plan.output, use_mps_device=True)  # expect: DEV227


if __name__ == "__main__":
    cli = argparse.ArgumentParser()
    cli.add_argument("plan")
    with open(cli.parse_args().plan) as file:
        by_trainer(Plan(**yaml.safe_load(file)["plan"]), None)
