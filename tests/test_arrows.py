"""The arrows of docs/architecture.md: who may import whom, and how light the front door is."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import nonoforge

ROOT = Path(nonoforge.__file__).parent

MODEL = {"calls", "errors", "lazy_exports", "limited_process", "plugins", "colour_vision",
         "named_colours", "quantize", "clues", "palette", "puzzle", "state", "step", "verdict",
         "nonogram", "family", "path", "text", "options", "files", "progress", "making",
         "time_limit"}

# What each part may import, besides itself and the model.
ALLOWED: dict[str, set[str]] = {
    **{part: set() for part in MODEL},
    "family": {"drawing", "storage"},  # types only
    "making": {"drawing", "judge"},  # types only
    "native": set(),
    "proof_checker": set(),  # shares nothing with the engine
    "engine": {"native"},
    "judge": {"engine"},
    "labeling": set(),
    "families": {"native", "engine", "judge", "labeling", "drawing", "storage", "results"},
    "methods": {"engine", "judge"},
    "storage": set(),
    "formats": {"families", "storage"},
    "drawing": set(),
    "results": {"engine", "judge", "methods"},
    "api": {"engine", "judge", "methods", "drawing", "families", "formats", "publishing", "batch",
            "notebook"},
    "notebook": {"judge", "drawing", "methods", "results"},
    "publishing": {"judge", "drawing", "results", "families"},
    "worker_processes": set(),
    "studio": {"worker_processes", "engine", "judge", "methods", "formats", "drawing", "results",
               "labeling", "families", "publishing"},
    "batch": {"worker_processes", "engine", "judge", "methods", "formats", "drawing", "results",
              "families", "publishing"},
    "bench": {"engine", "judge", "methods", "formats", "drawing", "labeling", "families",
              "batch"},
    "cli": {"engine", "judge", "methods", "formats", "drawing", "labeling", "results",
            "bench", "studio", "families", "publishing", "api", "batch"},
}


@cache
def import_nodes(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """Return the imports of a file, wherever in it."""
    return [node for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Import | ast.ImportFrom)]


def imported(path: Path) -> set[str]:
    """Return the parts of nonoforge that a file imports."""
    names: set[str] = set()
    for node in import_nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    split = (name.split(".") for name in names)
    return {parts[1] for parts in split if parts[0] == "nonoforge" and len(parts) > 1}


def test_imports_point_one_way() -> None:
    parts = {path.stem if path.is_file() else path.name for path in ROOT.iterdir()
             if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert parts - {"__init__", "__main__"} == set(ALLOWED)
    for part, allowed in ALLOWED.items():
        single = ROOT / f"{part}.py"
        for path in [single] if single.exists() else (ROOT / part).rglob("*.py"):
            wrong = (imported(path) & set(ALLOWED)) - allowed - MODEL - {part}
            assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


def test_packages_are_imported_by_their_front_doors() -> None:
    """Across packages nothing is imported from a module: only from a package's `__init__`."""
    for path in ROOT.rglob("*.py"):
        own = path.relative_to(ROOT).parts[0]
        for node in import_nodes(path):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nonoforge."):
                parts = str(node.module).split(".")
                if len(parts) == 2:
                    continue
                front = ROOT.joinpath(*parts[1:], "__init__.py").exists()
                assert parts[1] == own or front, f"{path.relative_to(ROOT)}: {node.module}"


def test_importing_loads_nothing_heavy() -> None:
    code = "import sys, nonoforge; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                            check=True).stdout.split()
    assert not {"numpy", "click", "msgspec", "pysat", "PIL"} & set(loaded)
