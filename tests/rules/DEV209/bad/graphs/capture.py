import torch


def capture(model, static):
    if static.is_cuda:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = model(static)
        return graph, out
    return None, model(static)


def wrap(model, sample):
    capturing = torch.cuda.is_current_stream_capturing()  # expect: DEV209
    return model if capturing else torch.cuda.make_graphed_callables(model, (sample,))  # expect: DEV209
