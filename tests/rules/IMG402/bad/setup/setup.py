from setuptools import setup

EXTRAS = {"fast": ["flash-attn"]}
setup(
    name="served",
    install_requires=[
        "numpy",
        "deepspeed>=0.14",  # expect: IMG402
        "bitsandbytes; sys_platform == 'linux'",  # expect: IMG402
    ],
)
