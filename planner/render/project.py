"""The files of a project without what was rendered from them: a plan must not change because it was written."""

import os
from dataclasses import replace
from pathlib import Path

from planner.readers.tree import Tree
from planner.render.bundle import SUMS


def project_tree(tree: Tree, output: Path) -> Tree:
    """The tree without the output folder, without other bundles of ours, and without the folders that plans go to."""
    inside = os.path.relpath(output.resolve(), tree.root.resolve())
    ours = {"migration", "migration-home", Path(inside).as_posix()}
    ours |= {path.rpartition("/")[0] for path in tree.files if path.endswith(f"/{SUMS}")}
    kept = tuple(path for path in tree.files if not any(path.startswith(f"{folder}/") for folder in ours))
    return replace(tree, files=kept)
