"""Pages of the HTTP API, from docs/openapi.json."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from command_pages import escape

Schema = Mapping[str, Any]
RECORDS = "http-records"


def write_http_pages(description: Path, folder: Path) -> None:
    """Write the page of all requests and the page of the records in them."""
    api = json.loads(description.read_text(encoding="utf-8"))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "http.md").write_text("\n\n".join(_requests(api)) + "\n", encoding="utf-8")
    (folder / f"{RECORDS}.md").write_text("\n\n".join(_records(api)) + "\n", encoding="utf-8")


def _requests(api: Schema) -> Iterator[str]:
    yield "# HTTP requests"
    yield ("Every request of the studio. [The API](../api.md) explains tokens, progress and "
           f"errors. The fields of answers are on the page of [records]({RECORDS}.md).")
    yield escape(api["info"].get("description", ""))
    tags = list(dict.fromkeys(tag for path in api["paths"].values()
                              for each in path.values() for tag in each["tags"]))
    for tag in tags:
        yield f"## {tag.capitalize()}"
        for path, methods in api["paths"].items():
            for method, each in methods.items():
                if tag in each["tags"]:
                    yield from _request(api, path, method, each)


def _request(api: Schema, path: str, method: str, request: Schema) -> Iterator[str]:
    yield f"### {method.upper()} {path}".replace("{", "\\{")
    yield escape(request["summary"][:1].upper() + request["summary"][1:]) + "."
    fields = [(each["name"], each["schema"], each.get("required", False),
               each.get("description", "")) for each in request["parameters"]]
    yield from _fields(fields)
    if "requestBody" in request:
        body = request["requestBody"]
        yield escape(body.get("description", ""))
        for kind, content in body["content"].items():
            schema = _resolved(api, content["schema"])
            if "properties" in schema:
                yield from _fields(_properties(schema))
            else:
                yield f"Body: {_type(content['schema'])} (`{kind}`)."
    for code, answer in request["responses"].items():
        for kind, content in answer.get("content", {}).items() if code == "200" else ():
            if kind != "application/x-ndjson":
                yield f"Answer: {_type(content.get('schema', {}))} (`{kind}`)."


def _records(api: Schema) -> Iterator[str]:
    yield "# HTTP records"
    yield "The objects in requests and answers of the [studio's API](http.md)."
    for name, schema in sorted(api["components"]["schemas"].items()):
        yield f"## {name}"
        yield escape(schema.get("description", ""))
        if "properties" in schema:
            yield from _fields(_properties(schema))
        else:
            yield _type(schema)


def _resolved(api: Schema, schema: Schema) -> Schema:
    """Return a schema, or the one that it refers to."""
    reference = schema.get("$ref")
    return api["components"]["schemas"][reference.rpartition("/")[2]] if reference else schema


Field = tuple[str, Schema, bool, str]


def _properties(schema: Schema) -> list[Field]:
    required = schema.get("required", ())
    return [(name, each, name in required, each.get("description", ""))
            for name, each in schema["properties"].items()]


def _fields(fields: list[Field]) -> Iterator[str]:
    if fields:
        yield "\n\n".join(_field(*each) for each in fields)


def _field(name: str, schema: Schema, required: bool, words: str) -> str:
    facts = [_type(schema)]
    if required:
        facts.append("required")
    if "default" in schema:
        facts.append(f"default `{json.dumps(schema['default'])}`")
    return f"`{name}`\n: {', '.join(facts)}. {escape(words)}"


def _type(schema: Schema) -> str:
    """Return the type of a schema in words, with links to records."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}]({RECORDS}.md#{name.lower()})"
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(map(_type, schema[key])))
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(each)}`" for each in schema["enum"])
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(_type, schema['prefixItems']))}]".replace("[", "\\[", 1)
        return f"list of {_type(schema['items'])}" if schema.get("items") else "list"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    return {"string": "text", "boolean": "true or false", "integer": "whole number"}.get(kind, kind)
