"""A small character-level language model."""
