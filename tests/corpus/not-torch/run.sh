#!/bin/sh
set -e
export NEURON_HOME=/opt/neuron-simulator
export CUDA_TABLE=barracuda
modprobe pump_device
python -m lab.cells
sqlite3 fish.db "SELECT neuron, mps FROM cuda ORDER BY mps"
echo "no nvidia-smi here: the lab has no card"
