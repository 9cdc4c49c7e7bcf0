from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="tiles",
    packages=["tiles"],
    ext_modules=[CUDAExtension("tiles._C", ["csrc/pack.cpp"])],
    cmdclass={"build_ext": BuildExtension},
)
