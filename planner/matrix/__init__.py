"""What fits together: judgements of one environment, the nearest that work, the route from one to another."""
