#!/bin/sh
sbatch -p long --gres gpu:1 jobs/fit.sbatch
sbatch jobs/prepare.sbatch
