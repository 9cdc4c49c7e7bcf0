#!/bin/sh
set -eu
for room in hall attic cellar; do
    CUDA_VISIBLE_DEVICES=1 python render.py --room "$room" --to "pictures/$room"
done
