#!/bin/sh
# neuron_parallel_compile fills the cache
neuron_parallel_compile python train.py --steps 2  # expect: DEV224
python train.py --steps 1000
