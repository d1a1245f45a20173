"""The description of the API: it is what the studio serves, and it is complete."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nonoforge.families import NAMES
from nonoforge.studio.openapi import document
from nonoforge.studio.routes import described
from nonoforge.studio.tasks import TASKS

WRITTEN = Path(__file__).parents[2] / "docs" / "openapi.json"
TABLE = described()


@pytest.fixture(scope="module")
def api() -> Any:
    return json.loads(document())


def nodes(node: Any) -> Iterator[Any]:
    yield node
    if isinstance(node, dict):
        node = list(node.values())
    for child in node if isinstance(node, list) else ():
        yield from nodes(child)


def test_the_document_is_up_to_date() -> None:
    """`python -m nonoforge.studio.openapi > docs/openapi.json` writes it anew."""
    assert json.loads(WRITTEN.read_bytes()) == json.loads(document())


def test_every_route_is_described(api: Any) -> None:
    described = {(method.upper(), path) for path, item in api["paths"].items() for method in item}
    assert described == {(route.method, route.path) for route in TABLE}
    assert {f"/api/{verb}" for verb in TASKS} <= set(api["paths"])


def test_names_are_unique(api: Any) -> None:
    names = [operation["operationId"] for item in api["paths"].values()
             for operation in item.values()]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z_]+", name) for name in names)
    assert all(re.fullmatch(r"[A-Z][A-Za-z]+", name) for name in api["components"]["schemas"])


def test_references_lead_somewhere(api: Any) -> None:
    found = [node["$ref"] for node in nodes(api)
             if isinstance(node, dict) and isinstance(node.get("$ref"), str)]
    assert found
    for reference in set(found):
        node = api
        for part in reference.removeprefix("#/").split("/"):
            node = node[part]


def test_parameters_are_those_of_the_path(api: Any) -> None:
    for path, item in api["paths"].items():
        for operation in item.values():
            named = {p["name"] for p in operation["parameters"] if p["in"] == "path"}
            assert named == set(re.findall(r"{(\w+)}", path))


def test_bodies_and_streams(api: Any) -> None:
    for route in TABLE:
        operation = api["paths"][route.path][route.method.lower()]
        assert ("requestBody" in operation) == (route.request is not None)
        content = operation["responses"]["200"]["content"]
        assert ("application/x-ndjson" in content) == route.job
        assert route.media in content


def test_it_is_openapi(api: Any) -> None:
    assert api["openapi"].startswith("3.1")
    for item in api["paths"].values():
        for operation in item.values():
            assert operation["summary"]
            assert {"200", "400", "403", "413"} <= set(operation["responses"])
            assert set(operation) <= {"operationId", "summary", "tags", "parameters",
                                      "requestBody", "responses"}


def test_the_guide_names_every_verb_and_route() -> None:
    guide = (WRITTEN.parent / "api.md").read_text("utf-8")
    named = set(re.findall(r"`([^`]+)`", guide))
    made = {f"make/{name}" for name in NAMES}
    assert set(TASKS) - made | {"make/FAMILY"} <= named
    for route in TABLE:
        if route.path.startswith("/api/library"):
            path = route.path.removeprefix("/api/").replace("{id}", "ID").replace("{number}", "N")
            assert any(route.method in words and words.endswith(path) for words in named) or \
                (f"`{route.method}`" in guide and any(w.endswith(path) for w in named)), path
