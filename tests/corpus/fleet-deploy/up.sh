#!/bin/sh
# Starts the server on this machine.
docker build -t fleet/serve:dev .
docker run --rm --gpus all -p 8080:8080 fleet/serve:dev  # expect: DST506
