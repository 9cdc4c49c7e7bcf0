#!/bin/sh
export TORCH_ROCM_FA_PREFER_CK=1  # expect: KRN304
python serve.py
