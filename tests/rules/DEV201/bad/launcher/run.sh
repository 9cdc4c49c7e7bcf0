#!/bin/sh
python export.py --device cuda  # expect: DEV201
python train.py --device=cuda:1 --out a  # expect: DEV201
python train.py --device "$DEVICE" --note "cuda"
