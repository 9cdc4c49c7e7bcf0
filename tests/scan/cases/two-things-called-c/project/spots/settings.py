class Branch(dict):
    def __getattr__(self, key):
        return self[key]

    def __setattr__(self, key, value):
        self[key] = value


_C = Branch()
_C.NET = Branch()
_C.NET.DEVICE = "cuda"
_C.NET.DEPTH = 50
