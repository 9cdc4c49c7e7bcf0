"""The command line: one file per verb; options in, calls down, exit code out."""
