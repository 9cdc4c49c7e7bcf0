"""Which reader a file has, by its name, and what it makes of the content."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import PurePosixPath

from planner.readers.notebook import read_notebook
from planner.scan.extensions import Extensions
from planner.scan.inventory import Coupling, Kernel
from planner.scan.notebook import of_notebook
from planner.scan.python.couplings import PythonScanner
from planner.scan.python.record import FileCouplings
from planner.scan.python.sites import MOST, too_many
from planner.scan.texts.builds import scan_cmake, scan_makefile
from planner.scan.texts.configs import ConfigScanner
from planner.scan.texts.images import scan_dockerfile
from planner.scan.texts.lines import Text, TextSymbols
from planner.scan.texts.native import scan_kernels, scan_native
from planner.scan.texts.shell import ShellScanner
from planner.scan.texts.wheels import scan_requirements
from planner.vocabulary.facts import Symbol

_BY_SUFFIX = {
    **dict.fromkeys((".py", ".pyi"), "python"),
    ".ipynb": "notebook",
    **dict.fromkeys((".sh", ".bash", ".zsh", ".slurm", ".sbatch", ".sub"), "shell"),
    **dict.fromkeys((".yaml", ".yml", ".toml", ".json", ".cfg", ".ini"), "config"),
    **dict.fromkeys((".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".mm", ".inl"), "native"),
    **dict.fromkeys((".cu", ".cuh", ".hip", ".metal"), "kernels"),
    ".cmake": "cmake",
    ".mk": "makefile",
}
_BY_NAME = (
    (re.compile(r"(?:.*\.)?(?:Dockerfile|Containerfile)(?:\..*)?"), "dockerfile"),
    (re.compile(r"CMakeLists\.txt"), "cmake"),
    (re.compile(r"[^/]*requirements[^/]*\.(?:txt|in)"), "requirements"),
    (re.compile(r"(?:GNU)?[Mm]akefile(?:\..*)?"), "makefile"),
)
_LANGUAGES = {".cu": "CUDA", ".cuh": "CUDA", ".hip": "HIP", ".metal": "Metal"}
_KERNEL_FILES = {"CUDA": "file:*.cu", "HIP": "file:*.hip", "Metal": "file:*.metal"}
# files that cannot hold a comment
_UNCOMMENTED = (".json", ".ipynb")


class NotWhatItSays(Exception):
    """A file whose content is not of the kind that its name says; the message says why."""


def kind_of(path: str) -> str | None:
    """The kind of a file, or nothing where the scan does not look into it."""
    name = path.rpartition("/")[2]
    by_name = (kind for pattern, kind in _BY_NAME if pattern.fullmatch(name))
    return next(by_name, None) or _BY_SUFFIX.get(name[name.rfind(".") :].lower())


class FileReader:
    """Reads any file the scan looks into; what symbols mean is prepared once."""

    def __init__(self, symbols: Mapping[str, Symbol], extensions: Extensions) -> None:
        self.python = PythonScanner(symbols, extensions)
        self.texts = TextSymbols(symbols)
        self.shell = ShellScanner(self.texts)
        self.configs = ConfigScanner(self.texts, self.shell)
        self._readers: Mapping[str, Callable[[Text], Iterable[Coupling]]] = {
            "shell": lambda text: self.shell.scan(text.lines("\\")),
            "config": lambda text: self.configs.scan(text.lines()),
            "requirements": lambda text: scan_requirements(text.lines(), self.texts),
            "native": lambda text: scan_native(text, self.texts),
            "cmake": lambda text: scan_cmake(text, self.texts),
            "makefile": lambda text: scan_makefile(text.lines("\\"), self.texts, self.shell),
            "dockerfile": lambda text: scan_dockerfile(text.lines("\\"), self.texts, self.shell),
        }

    def read(self, content: bytes, path: str) -> FileCouplings:
        """What a file holds.

        Raises:
            NotWhatItSays: it is not what its name says; the message says why.
            TooMuch: it would take too long; the message says why.
        """
        found = self._read(content, path, kind_of(path))
        if b"planner:" in content and not path.endswith(_UNCOMMENTED):
            found.commented.append(path)
        return found

    def _read(self, content: bytes, path: str, kind: str | None) -> FileCouplings:
        if b"\0" in content:
            raise NotWhatItSays(
                f"binary content in a file named {PurePosixPath(path).suffix or PurePosixPath(path).name}"
            )
        if kind == "python":
            return self.python.scan(content, path)
        text = content.decode("utf-8-sig", errors="replace")
        if kind == "kernels":
            return self._kernels(Text(text, path))
        if kind == "notebook":
            notebook = read_notebook(text)
            if notebook is None:
                raise NotWhatItSays("no notebook: its JSON cannot be read")
            return of_notebook(notebook, path, self.python, self.shell)
        couplings = list(islice(self._readers[kind or "config"](Text(text, path)), MOST + 1))
        too_many(couplings, "places")
        return FileCouplings(couplings)

    def _kernels(self, text: Text) -> FileCouplings:
        """A source that is all kernels counts as one."""
        name = text.path.rpartition("/")[2]
        language = _LANGUAGES[name[name.rfind(".") :].lower()]
        couplings = list(scan_kernels(text, self.texts, _KERNEL_FILES[language], name))
        return FileCouplings(couplings, [Kernel(name, language, couplings[0].position, False)])
