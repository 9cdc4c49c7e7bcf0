"""What a project compiles for itself: the modules it builds and the operators it registers, told by its build files and sources."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from planner.readers.tree import Tree
from planner.scan.python.imports import dotted

_SOURCES = (".cpp", ".cc", ".cxx", ".cu", ".hip", ".mm")
_BUILDS = re.compile(r"(?:^|/)(?:setup\.py|CMakeLists\.txt|[\w-]+\.cmake|build\.py|meson\.build)$")
# an extension by the name it is given: Extension("tiles._C", …), name="tiles._C", kind(f"{package}._C", …)
_NAMED = re.compile(r"""(?:name\s*=\s*|\w\(\s*)f?["']([\w.{}]{0,200}?\.?([A-Za-z_]\w{0,200}))["']\s*,""")
_GIVEN = re.compile(r"""Extension\(\s*(?:name\s*=\s*)?["']([\w.]+)["']""")
_MODULE = re.compile(
    r"\b(?:pybind11_add_module|nanobind_add_module|Python3?_add_library|PYBIND11_MODULE|NB_MODULE)\s*\(\s*([A-Za-z_]\w*)"
)
_COMMENT = re.compile(r"#[^\n]*")
_LIBRARY = re.compile(r"\bTORCH_LIBRARY(?:_FRAGMENT)?\s*\(\s*([A-Za-z_]\w*)")
_ON_CPU = re.compile(
    r"\bTORCH_LIBRARY_IMPL\s*\(\s*\w+\s*,\s*(?:CPU|CompositeExplicitAutograd|CompositeImplicitAutograd)\b|\bCppExtension\b(?!\s*\(\s*(?:name\s*=\s*)?[\"'])"
)
# one that is only for the CPU, by its name
_FOR_CPU = re.compile(r"""\bCppExtension\(\s*(?:name\s*=\s*)?["']([\w.]+)["']""")


@dataclass(frozen=True, slots=True)
class Extensions:
    """Modules by their dotted names, namespaces of operators, whether there is a build or a kernel for the CPU, and names that a
    package gives to something else; `for_cpu` are modules that are built for the CPU by their names.
    """

    modules: frozenset[str] = frozenset()
    namespaces: frozenset[str] = frozenset()
    on_cpu: bool = False
    others: frozenset[str] = frozenset()
    for_cpu: frozenset[str] = frozenset()

    def module(self, name: str) -> bool:
        """Whether an imported name is a module that is compiled here, or something in one; `others` bear the name of one."""
        return name not in self.others and any(f".{one}." in f".{name}." for one in self.modules)

    def registers(self, namespace: str) -> bool:
        """Whether operators of a namespace are compiled here: they are registered in a source, or named as the package."""
        return namespace in self.namespaces or any(name.startswith(f"{namespace}.") for name in self.modules)


NONE = Extensions()


def find_extensions(tree: Tree) -> Extensions:
    """What the build files and sources of a project say."""
    modules: set[str] = set()
    namespaces: set[str] = set()
    for_cpu: set[str] = set()
    on_cpu = False
    for path in tree.files:
        builds = _BUILDS.search(path) is not None
        if not builds and not path.endswith(_SOURCES):
            continue
        text = _text(tree, path)
        if builds:
            modules.update(_built(text))
            for_cpu.update(_FOR_CPU.findall(text))
        namespaces.update(_LIBRARY.findall(text))
        on_cpu = on_cpu or _ON_CPU.search(text) is not None
    return Extensions(
        frozenset(modules), frozenset(namespaces), on_cpu, frozenset(_others(tree, modules)), frozenset(for_cpu)
    )


def _others(tree: Tree, modules: set[str]) -> Iterable[str]:
    """What modules and packages call by the last name of a compiled module, such as the root of the settings."""
    for last in {name.rpartition(".")[2] for name in modules}:
        bound = re.compile(rf"^{last}\s*[:=]|^from\s+\.[\w.]+\s+import\b[^\n]*\b{last}\b", re.MULTILINE)
        for path in tree.files:
            if path.endswith(".py") and bound.search(_text(tree, path)):
                yield dotted(path, last)


def _text(tree: Tree, path: str) -> str:
    try:
        return tree.read(path).decode("utf-8", errors="replace")
    except OSError:
        return ""


def _built(text: str) -> Iterable[str]:
    """The modules that a build file names; a name made at build time is known by its last part."""
    text = _COMMENT.sub("", text)
    yield from _MODULE.findall(text)
    yield from _GIVEN.findall(text)
    if "Extension" in text:
        for name, last in _NAMED.findall(text):
            if "." in name:
                yield name.rpartition("}")[2].lstrip(".") or last
