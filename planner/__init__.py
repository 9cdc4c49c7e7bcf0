"""Plan the move of a PyTorch project from one accelerator to another, and the way back."""
