"""Couplings of files that are read line by line: shell, configurations, images, builds, C++."""
