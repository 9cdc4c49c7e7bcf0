"""What the user declares in `planner.yaml`."""
