"""Splats and how they are fitted to photographs."""

import torch

from splat.rasterize import rasterize


class Scene:
    def __init__(self, points, colors):
        self.splats = torch.nn.Parameter(torch.tensor(points).float().cuda())  # expect: DEV202
        self.colors = torch.nn.Parameter(torch.tensor(colors).float().cuda())  # expect: DEV202
        self.background = torch.zeros(3, device="cuda")  # expect: DEV201
        self.seen = torch.cuda.LongTensor(len(points)).zero_()  # expect: DEV213

    def render(self, height, width):
        return rasterize(self.splats, self.colors, height, width) + self.background

    def prune(self, count):
        keep = self.splats.detach()[:, 3].topk(count).indices
        self.splats = torch.nn.Parameter(self.splats.detach()[keep])
        self.colors = torch.nn.Parameter(self.colors.detach()[keep])
        torch.cuda.empty_cache()  # expect: DEV210


def radii(scene):
    """Size of every splat in pixels."""
    from splat_cuda import project  # expect: KRN307

    return project(scene.splats)


def read(path):
    saved = torch.load(path, weights_only=True)  # expect: DEV218
    return Scene(saved["points"], saved["colors"])


def fit(scene, photographs, steps):
    optimizer = torch.optim.Adam([scene.splats, scene.colors], lr=1e-2, fused=True)  # expect: DEV223
    began = torch.cuda.Event(enable_timing=True)  # expect: DEV209
    ended = torch.cuda.Event(enable_timing=True)  # expect: DEV209
    for step in range(steps):
        began.record()
        photo = photographs[step % len(photographs)].to(scene.splats.device)
        loss = (scene.render(*photo.shape[:2]) - photo).abs().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        ended.record()
        if step % 500 == 499:
            torch.cuda.synchronize()  # expect: DEV203
            print(step, loss.item(), began.elapsed_time(ended), "ms per cuda step")
            scene.prune(50_000)
