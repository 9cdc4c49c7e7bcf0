from gridkit import _C as settings


def main():
    return settings["batch"]
