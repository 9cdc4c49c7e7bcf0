"""The text, its character vocabulary, and batches of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

TEXT = Path(__file__).parents[1] / "data" / "text.txt"


@dataclass(frozen=True)
class Vocabulary:
    """The characters a model knows; a character's token is its position in `characters`."""

    characters: str

    @classmethod
    def of(cls, text: str) -> Vocabulary:
        return cls("".join(sorted(set(text))))

    def __len__(self) -> int:
        return len(self.characters)

    def encode(self, text: str) -> Tensor:
        """Return the tokens of `text` as an int64 tensor; raise KeyError for an unknown character."""
        token = {character: index for index, character in enumerate(self.characters)}
        return torch.tensor([token[character] for character in text], dtype=torch.int64)


def split(tokens: Tensor, validation_share: float = 0.1) -> tuple[Tensor, Tensor]:
    """Cut `tokens` into a training part and the validation part that follows it."""
    boundary = round(len(tokens) * (1 - validation_share))
    return tokens[:boundary], tokens[boundary:]


def random_batch(tokens: Tensor, batch: int, context: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Draw inputs and targets, each (batch, context); a target is the token that follows its input."""
    starts = torch.randint(len(tokens) - context, (batch, 1), generator=generator)
    positions = starts + torch.arange(context)
    return tokens[positions], tokens[positions + 1]


def all_windows(tokens: Tensor, context: int) -> tuple[Tensor, Tensor]:
    """Return every whole, non-overlapping window of `tokens` as inputs and targets, each (windows, context)."""
    length = (len(tokens) - 1) // context * context
    return tokens[:length].view(-1, context), tokens[1 : length + 1].view(-1, context)
