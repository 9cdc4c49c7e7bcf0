class Step:
    """Replays a graph where there is one, and calls the function elsewhere."""

    def __init__(self, function, example):
        self.function, self.graph = function, None
        if example.device.type != "cuda":
            return
        self.graph = record(function, example)

    def __call__(self, x):
        return self.function(x) if self.graph is None else self.graph.replay()
