"""Values to files: everything that is written as a bundle is written here, whole or not at all."""
