from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="gridkit",
    ext_modules=[CUDAExtension("gridkit.ops._C", ["csrc/pool.cu"])],
    cmdclass={"build_ext": BuildExtension},
)
