"""Makes `docs/reference/routes.md`: a route, or what forbids one, for each ordered pair of stacks.

python docs/routes.py          # write it
python docs/routes.py --check  # exit with 1 where it is out of date
"""

import sys
from datetime import date
from pathlib import Path

from planner.catalog.load import load_catalog
from planner.catalog.model import Catalog
from planner.matrix.judge import Judge
from planner.matrix.route import Route, find_route
from planner.matrix.solve import solve
from planner.vocabulary.environment import Environment

PAGE = Path(__file__).parent / "reference" / "routes.md"
AS_OF = date(2026, 12, 1)
# one accelerator of each stack, a current one
ACCELERATORS = {
    "cuda": "nvidia-h100",
    "rocm": "amd-mi300x",
    "xpu": "intel-max-1550",
    "hpu": "intel-gaudi3",
    "tpu": "google-tpu-v6e",
    "npu": "huawei-ascend-910b3",
    "neuron": "aws-trn2",
    "cpu": "cpu",
}
_HEAD = """# Routes between the stacks

For each ordered pair of stacks: the layers that change, in order, from the best environment of one to the best of the other, as the
catalog stood on {as_of}; or the layer that forbids it. *Best* is what `planner matrix solve` puts first for that accelerator alone.
Made by `python docs/routes.py`; a test holds it against the catalog.

| stack | accelerator | environment |
| --- | --- | --- |
{environments}

| from \\\\ to | {names} |
| --- |{rules}
{rows}
"""


def best(accelerator: str, judge: Judge) -> Environment:
    """The best environment of an accelerator."""
    return solve([accelerator], ["torch", "python"], judge).found[0].environments[0]


def cell(route: Route) -> str:
    """A route in one cell: its layers, or what forbids it."""
    if route.forbidden:
        return f"no: {route.forbidden[0]}"
    if not route.moves:
        return "nothing changes"
    return " → ".join("+".join(move.layers) for move in route.moves)


def page(catalog: Catalog) -> str:
    """The whole page."""
    judge = Judge(catalog, AS_OF)
    ends = {stack: best(accelerator, judge) for stack, accelerator in ACCELERATORS.items()}
    environments = [
        f"| {stack} | {end.accelerator} | {end.sdk}, torch {end.torch.release}, Python {end.python}, {end.image.os}: {judge.verdict(end)} |"
        for stack, end in ends.items()
    ]
    rows = []
    for source, start in ends.items():
        cells = ["—" if source == target else cell(find_route(start, end, judge)) for target, end in ends.items()]
        rows.append(f"| **{source}** | " + " | ".join(cells) + " |")
    return _HEAD.format(
        as_of=AS_OF,
        environments="\n".join(environments),
        names=" | ".join(ends),
        rules=" --- |" * len(ends),
        rows="\n".join(rows),
    )


def main() -> int:
    """Write the page, or compare it."""
    made = page(load_catalog())
    if "--check" in sys.argv:
        return 0 if PAGE.read_text(encoding="utf-8") == made else 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
