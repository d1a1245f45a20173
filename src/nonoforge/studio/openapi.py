"""The description of the API in OpenAPI 3.1, made from the table of routes.

    python -m nonoforge.studio.openapi > docs/openapi.json
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from nonoforge import __version__
from nonoforge.studio.calls import JSON, JSON_LINES
from nonoforge.studio.http_errors import Problem
from nonoforge.studio.routes import Route

Node = dict[str, Any]

ABOUT = ("What the page of the studio asks of its server; verbs are named as on the command line. "
         "A puzzle travels as the JSON object of a .nono file. docs/api.md tells how to use it.")
STATUSES = {
    400: "The input is wrong; the error says what and where.",
    403: "No token, or another site asks.",
    408: "The body came too slowly.",
    413: "The body is too large.",
    415: "The body is not application/json.",
    501: "An optional part is not installed; the error says which.",
    503: "A limit was hit: time, memory, or too much at once.",
}


class Progress(msgspec.Struct):
    """How far a job is."""

    share: float | None
    words: str


class ProgressLine(msgspec.Struct):
    """A line of a stream before the last."""

    progress: Progress


@functools.cache
def document() -> bytes:
    """Return the whole description, as the studio serves it."""
    return msgspec.json.format(msgspec.json.encode(described_node()), indent=1) + b"\n"


def described_node() -> Node:
    """Return the whole description."""
    from nonoforge.studio.routes import described

    return describe(described())


def describe(routes: Sequence[Route]) -> Node:
    """Return the description of some routes."""
    types = [kind for route in routes for kind in (route.request, route.answer, route.query)
             if kind is not None]
    schemas, components = msgspec.json.schema_components(
        [*types, Problem, ProgressLine], ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(id, [*types, Problem, ProgressLine]), schemas, strict=True))
    paths: dict[str, Node] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = \
            _operation(route, lambda kind: schema_of[id(kind)], components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Nonoforge studio", "version": __version__, "description": ABOUT},
        "servers": [{"url": "http://127.0.0.1:8642"}],
        "security": [{"token": []}, {"cookie": []}],
        "paths": paths,
        "components": {"schemas": components, "responses": _error_responses(), "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer"},
            "cookie": {"type": "apiKey", "in": "cookie", "name": "nonoforge-8642"}}},
    }


def _operation(route: Route, schema: Any, components: Node) -> Node:
    operation: Node = {
        "operationId": _identity(route), "summary": route.summary,
        "tags": ["library" if route.path.startswith("/api/library") else "puzzles"],
        "parameters": _parameters(route, components),
    }
    if route.request is not None:
        operation["requestBody"] = {
            "required": True, "content": {JSON: {"schema": schema(route.request)}},
            "description": f"At most {route.limit >> 20} MB."}
    operation["responses"] = {
        "200": {"description": "Done.", "content": _content(route, schema)},
        **{str(status): {"$ref": f"#/components/responses/{status}"} for status in STATUSES}}
    return operation


def _content(route: Route, schema: Any) -> Node:
    if route.media != JSON:
        return {route.media: {}}
    answer = {} if route.answer is None else schema(route.answer)
    if not route.job:
        return {JSON: {"schema": answer}}
    last = {"type": "object", "properties": {"result": answer}, "required": ["result"]}
    lines = [schema(ProgressLine), last, schema(Problem)]
    return {JSON: {"schema": answer}, JSON_LINES: {"schema": {"anyOf": lines}}}


def _parameters(route: Route, components: Node) -> list[Node]:
    found = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
             for name in re.findall(r"{(\w+)", route.path)]
    if route.query is not None:
        fields = components[route.query.__name__]["properties"]
        found += [{"name": name, "in": "query", "schema": field} for name, field in fields.items()]
    return found


def _identity(route: Route) -> str:
    """
    >>> from nonoforge.studio.routes import Route
    >>> _identity(Route("GET", "/api/library/{id}/state", "", None))
    'get_library_one_state'
    """
    words = [re.sub(r"{\w+}", "one", word) for word in route.path.split("/")[2:]]
    first = [] if route.method == "POST" else [route.method.lower()]
    return re.sub(r"\W", "_", "_".join([*first, *words]))


def _error_responses() -> Node:
    problem = {JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {str(status): {"description": words, "content": problem}
            for status, words in STATUSES.items()}


if __name__ == "__main__":
    sys.stdout.write(document().decode())
