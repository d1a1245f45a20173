"""The bill of materials of a release: what it contains, what an install brings; CycloneDX 1.6.

Libraries in the page are those of web/package-lock.json that are not for development, Python
packages those that `nonoforge[all]` needs, in the versions of the environment that builds it.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import uuid
from base64 import b64decode
from collections import deque
from datetime import UTC, datetime
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def write_bill(out: Path, files: list[Path], root: Path, time: int) -> Path:
    """Write the bill for released files and return its path."""
    version = files[0].name.removeprefix("nonoforge-").removesuffix(".tar.gz")
    reference = f"pkg:pypi/nonoforge@{version}"
    required, optional = python_packages(root)
    inside = [*page_libraries(root), font(root)]
    components = [*inside, *(component(each, "required") for each in required),
                  *(component(each, "optional") for each in optional)]
    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{reference}#{time}')}",
        "metadata": {
            "timestamp": datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application", "bom-ref": reference, "name": "nonoforge",
                "version": version, "purl": reference, "licenses": [{"license": {"id": "MIT"}}],
                "components": [{
                    "type": "file", "bom-ref": f"file:{path.name}", "name": path.name,
                    "hashes": [{"alg": "SHA-256",
                                "content": hashlib.sha256(path.read_bytes()).hexdigest()}],
                } for path in files],
            },
        },
        "components": components,
        "dependencies": [
            {"ref": reference, "dependsOn": sorted(each["bom-ref"] for each in components)}],
    }
    path = out / f"nonoforge-{version}.cdx.json"
    path.write_text(json.dumps(bill, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return path


def font(root: Path) -> dict[str, Any]:
    """Return the component of the font with which letters are made into puzzles."""
    data = (root / "src/nonoforge/families/grid/fonts/DejaVuSans-Bold.ttf").read_bytes()
    version = re.search(rb"Version (\d+\.\d+)", data.replace(b"\0", b""))
    assert version is not None
    return {"type": "file", "bom-ref": "font:dejavu-sans-bold", "name": "DejaVu Sans Bold",
            "version": version[1].decode(), "scope": "required",
            "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(data).hexdigest()}],
            "licenses": [{"license": {"name": "Bitstream Vera"}}]}


def page_libraries(root: Path) -> list[dict[str, Any]]:
    """Return the components that are built into the page and the player."""
    lock = json.loads((root / "web" / "package-lock.json").read_text("utf-8"))
    found = []
    for place, entry in sorted(lock["packages"].items()):
        if not place or entry.get("dev"):
            continue
        name = place.rpartition("node_modules/")[2]
        reference = f"pkg:npm/{name.replace('@', '%40', 1)}@{entry['version']}"
        part: dict[str, Any] = {"type": "library", "bom-ref": reference, "name": name,
                                "version": entry["version"], "purl": reference,
                                "scope": "required"}
        if "license" in entry:
            part["licenses"] = [{"expression": entry["license"]}]
        if entry.get("integrity", "").startswith("sha512-"):
            digest = b64decode(entry["integrity"].removeprefix("sha512-")).hex()
            part["hashes"] = [{"alg": "SHA-512", "content": digest}]
        found.append(part)
    return found


def python_packages(root: Path) -> tuple[list[Distribution], list[Distribution]]:
    """Return what the package needs, and what its extras need besides, as installed here."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = closure(project["dependencies"])
    wished = [each for extra in extras if extra not in ("all", "dev", "docs", "jupyter")
              for each in extras[extra] if not each.startswith("nonoforge[")]
    more = closure(wished)
    return list(needed.values()), [each for name, each in more.items() if name not in needed]


def closure(requirements: list[str]) -> dict[str, Distribution]:
    """Return the distributions that requirements lead to, by name."""
    found: dict[str, Distribution] = {}
    queue = deque((Requirement(each), "") for each in requirements)
    while queue:
        requirement, extra = queue.popleft()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            raise SystemExit(f"the bill of materials needs {name} installed; run make setup"
                             ) from None
        for inner in found[name].requires or ():
            queue.extend((Requirement(inner), each) for each in (requirement.extras or {""}))
    return dict(sorted(found.items()))


def component(package: Distribution, scope: str) -> dict[str, Any]:
    """Return the component of a Python package."""
    name, version = canonicalize_name(package.metadata["Name"]), package.version
    reference = f"pkg:pypi/{name}@{version}"
    about = package.metadata
    part: dict[str, Any] = {"type": "library", "bom-ref": reference, "name": name,
                            "version": version, "purl": reference, "scope": scope}
    licence = about.get("License-Expression")
    if licence:
        part["licenses"] = [{"expression": licence}]
    elif name_of := _licence_name(about.get("License") or "", about.get_all("Classifier") or []):
        part["licenses"] = [{"license": {"name": name_of}}]
    return part


def _licence_name(written: str, classifiers: list[str]) -> str:
    """Return the licence's name: the first line of the field, else the classifier's last part."""
    first = written.strip().partition("\n")[0]
    if first and len(first) < 60 and not re.match(r"copyright|unknown", first, re.IGNORECASE):
        return first
    return next((each.rpartition(" :: ")[2] for each in classifiers
                 if each.startswith("License ::")), "")
