"""What a repository is: couplings, kernels, declared environments. Nothing of the repository is run."""
