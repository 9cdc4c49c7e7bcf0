import argparse


def parser():
    result = argparse.ArgumentParser()
    result.add_argument("--device", default="cpu", choices=["cpu", "cuda", "xpu"], help="cuda needs a GPU")
    result.add_argument("--format", default="cuda", help="layout of the dump")
    return result
