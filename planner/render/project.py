"""The files of a project without what was rendered from them: a plan must not change because it was written."""

import os
from dataclasses import replace
from pathlib import Path

from planner.readers.tree import Skipped, Tree, shown
from planner.render.bundle import SUMS, is_ours

_PLANS = ("migration", "migration-home")


def project_tree(tree: Tree, output: Path) -> Tree:
    """The tree without the folders that plans go to and without other bundles of ours, which are named as skipped."""
    inside = Path(os.path.relpath(output.resolve(), tree.root.resolve())).as_posix()
    with_sums = {path.removesuffix(f"/{SUMS}") for path in tree.files if path.endswith(f"/{SUMS}")}
    bundles = {folder for folder in (*with_sums, *_PLANS) if is_ours(tree.root / folder)}
    # what plans write goes without a word: the next plan would differ by it
    named = [Skipped(folder, "a bundle that planner wrote") for folder in sorted(bundles - {shown(inside), *_PLANS})]
    dropped = tuple(f"{folder}/" for folder in (*bundles, shown(inside)))
    kept = tuple(path for path in tree.files if not path.startswith(dropped))
    return replace(tree, files=kept, skipped=(*tree.skipped, *named))
