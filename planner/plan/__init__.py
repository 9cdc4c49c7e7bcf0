"""What to do, in which order, how each step is verified and undone. Pure: nothing is touched."""
