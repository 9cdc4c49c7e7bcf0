from pathlib import Path

from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

HERE = Path(__file__).parent

setup(
    name="splat-field",
    packages=["splat"],
    ext_modules=[
        CUDAExtension(  # expect: KRN302
            name="splat_cuda",
            sources=["csrc/blend.cu", "csrc/bindings.cpp"],
            extra_compile_args={"nvcc": ["-I" + str(HERE / "third_party/glm")]},
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
