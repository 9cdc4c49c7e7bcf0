from . import _backend
from lightning.fabric.accelerators import CUDAAccelerator


def pack(scene, want_cudagraph):
    camera = make_lazy_cuda_obj("Camera")
    if want_cudagraph:
        return _backend._SCENE_CUDA.pack(scene, camera)
    return camera, barracuda(scene)
