#!/bin/sh
# Writes a line for every minute.
while sleep 60; do
  nvidia-smi --query-gpu=utilization.gpu,power.draw --format=csv,noheader >> usage.csv  # expect: MEA601
  dcgmi dmon -e 203 -c 1 >> dcgm.log  # expect: MEA601
  echo "next nvidia-smi in a minute"
done
