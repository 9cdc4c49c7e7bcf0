"""Python by syntax tree, with names resolved; tolerant of files that do not parse."""
