"""Broad handlers round other things; no kernel is hidden: except Exception, except ImportError: pass."""
import json

import torch

try:
    import readline
except ImportError:
    pass

try:
    import tqdm
except Exception:
    tqdm = None


def settings(path):
    try:
        return json.loads(path)
    except Exception:
        return {}


def average(x, flash_attn_func):
    # try: flash_attn_func(x)  except Exception: pass
    try:
        return torch.mean(x)
    except:  # noqa: E722
        return flash_attn_func
