from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

PACKAGE = "gridkit"

setup(
    name=PACKAGE,
    ext_modules=[CUDAExtension(name=f"{PACKAGE}.ops._C", sources=["csrc/pool.cu"])],
    cmdclass={"build_ext": BuildExtension},
)
