from torch.utils.cpp_extension import load_inline

SOURCE = "at::Tensor twice(at::Tensor x) { return x * 2; }"


def twice():
    return load_inline(name="twice", cpp_sources=SOURCE, functions=["twice"]).twice
