"""The bill of materials of a release (tools/bill_of_materials.py)."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "web" / "package-lock.json"


@pytest.fixture
def bill(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import bill_of_materials

    yield bill_of_materials
    sys.modules.pop("bill_of_materials")


def test_setup_installs_what_the_bill_names(bill: ModuleType) -> None:
    """Else `make wheel` fails in a new checkout, after all else is built."""
    pytest.importorskip("anywidget")  # all extras, as `make setup` installs them
    pytest.importorskip("ortools")
    required, optional = bill.python_packages(ROOT)
    names = {part.name.lower() for part in (*required, *optional)}
    assert {"click", "numpy", "ortools", "anywidget"} <= names
    assert not names & {"jupyterlab", "sphinx", "pytest"}


@pytest.mark.skipif(not (ROOT / "src").exists(), reason="no sources, only an installed wheel")
def test_it_names_what_is_built_in(bill: ModuleType) -> None:
    """The libraries in the page, with their licences, and every other file that is not ours."""
    libraries = bill.page_libraries(ROOT)
    notices = (ROOT / "src/nonoforge/studio/page/THIRD-PARTY.txt").read_text("utf-8")
    assert libraries
    for part in libraries:
        assert f"{part['name']} {part['version']}\n" in notices
        assert part["licenses"]
        assert [each["alg"] for each in part["hashes"]] == ["SHA-512"]
    assert len(re.findall(r"^The MIT License", notices, re.MULTILINE)) == len(libraries)
    [font] = (ROOT / "src").rglob("*.ttf")
    assert bill.font(ROOT)["version"] == "2.37"
    assert font.with_name("LICENSE-DejaVu.txt").exists()


@pytest.mark.skipif(not LOCK.exists(), reason="no sources of the page")
def test_packages_of_the_page_are_pinned_by_hash() -> None:
    packages = json.loads(LOCK.read_text("utf-8"))["packages"]
    assert {name for name, entry in packages.items()
            if name and not entry.get("integrity", "").startswith("sha512-")} == set()
