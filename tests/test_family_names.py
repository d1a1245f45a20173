"""What a family is stands in its package and nowhere else.

No module outside `families/` has a family's name as a string, imports its package or its geometry,
and no module of the page outside `boards/` has the name. Excepted are the front door of the
library, which offers `make_grid` and takes a picture for a grid, and the benches, which measure
certain families.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import nonoforge
from nonoforge.families import NAMES

ROOT = Path(nonoforge.__file__).parent
PAGE = Path(__file__).parents[1] / "web" / "src"
GEOMETRIES = {"Grid", "Solid", "Arrangement", "TriGrid"}
EXCEPTED = {"families", "bench"}
FRONT_DOOR = {ROOT / "__init__.py", ROOT / "api.py"}


def _modules() -> list[Path]:
    return [path for path in sorted(ROOT.rglob("*.py"))
            if path.relative_to(ROOT).parts[0] not in EXCEPTED and path not in FRONT_DOOR]


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_names_a_family(path: Path) -> None:
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and node.value in NAMES:
            found.append(f"{node.lineno}: {node.value!r}")
        elif isinstance(node, ast.ImportFrom) and node.module:
            package = re.match(r"nonoforge\.families\.(\w+)", node.module)
            names = {alias.name for alias in node.names}
            if package or (node.module.startswith("nonoforge") and names & GEOMETRIES):
                found.append(f"{node.lineno}: from {node.module}")
    assert not found


@pytest.mark.skipif(not PAGE.is_dir(), reason="the page's sources are not here")
def test_no_module_of_the_page_names_a_family() -> None:
    quoted = re.compile(f"[\"'`]({'|'.join(NAMES)})[\"'`]")
    found = [f"{path.relative_to(PAGE)}:{number}: {line.strip()}"
             for path in sorted(PAGE.rglob("*.ts*"))
             if not {"boards", "generated"} & set(path.relative_to(PAGE).parts)
             for number, line in enumerate(path.read_text().splitlines(), start=1)
             if quoted.search(line)]
    assert not found
