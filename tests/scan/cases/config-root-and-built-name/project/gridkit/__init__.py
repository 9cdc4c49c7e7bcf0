"""Settings live here; the compiled part lives in ops."""


class Settings(dict):
    pass


_C = Settings(batch=8)
_C["device"] = "cuda"
