"""The bill of materials of a release (tools/bill_of_materials.py)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_setup_installs_what_the_bill_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else `make wheel` fails in a new checkout, after all else is built."""
    pytest.importorskip("anywidget")  # all extras, as `make setup` installs them
    pytest.importorskip("ortools")
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import bill_of_materials

    required, optional = bill_of_materials.python_packages(ROOT)
    names = {part.name.lower() for part in (*required, *optional)}
    assert {"click", "numpy", "ortools", "anywidget"} <= names
    assert not names & {"jupyterlab", "sphinx", "pytest"}
    sys.modules.pop("bill_of_materials")
