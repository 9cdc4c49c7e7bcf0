"""No CUDAExtension, no .cu file: host code builds anywhere."""
from setuptools import Extension, setup
from torch.utils.cpp_extension import BuildExtension, CppExtension

setup(
    name="boxes",
    ext_modules=[CppExtension("boxes._ops", ["csrc/entry.cpp"]), Extension("boxes._io", ["csrc/io.c"])],
    cmdclass={"build_ext": BuildExtension},
)
