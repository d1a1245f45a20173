"""Pages of other sites while the studio is open: a short round of `make soak PART=studio`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from soak.runner import Report
from soak.sites import sites_in_a_browser
from soak.studio import running


def test_other_sites_read_and_change_nothing(browser: Any, tmp_path: Path) -> None:
    report = Report()
    with running(tmp_path, report) as studio:
        sites_in_a_browser(Random(5), browser, studio, report, few=True)
    assert not report.failures, "\n\n".join(report.failures)
    assert report.counts["requests of other sites"] > 100
