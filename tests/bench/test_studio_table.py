"""The bench of the studio runs, and tells what it says it tells."""

from __future__ import annotations

import pytest

from nonoforge.bench import BenchOptions, measure, studio_page


def test_the_studio_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over HTTP; the browser is left out, because it takes a minute."""
    pytest.importorskip("starlette")
    monkeypatch.setattr(studio_page, "chromium", lambda: None)
    table = measure("studio", BenchOptions(repeats=1))
    assert [row[0] for row in table.rows] == [
        "first view", "verdict", "check", "verdict", "check", "hint", "import", "library", "search"]
    [page] = table.more
    sizes = {row[0]: row[3] for row in page.rows}
    assert sizes["to start with"] < sizes["all but 3D"] < sizes["all"]
