"""What `make wheel` has built, in environments of their own and with no checkout in reach.

Slow, and needs a package registry. NONOFORGE_RELEASE names the folder with the files;
NONOFORGE_RELEASE_TESTS the tests to run against the installed wheel, instead of all but those of
`LEFT_OUT`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

RELEASE = os.environ.get("NONOFORGE_RELEASE", "")
ROOT = Path(__file__).parents[1]
PARTS = "all,notebook"
TEST_TOOLS = ("pytest>=8", "pytest-xdist>=3.6", "hypothesis>=6.100", "resvg-py>=0.5",
              "svgelements>=1.9", "highspy<1.15")
LEFT_OUT = (
    "tests/studio/browser",  # Playwright and Chromium: `make test`
    "tests/test_arrows.py", "tests/test_family_names.py",  # read the sources
    "tests/test_extras.py", "tests/test_release.py", "tests/test_jupyter.py",  # installations
)
MAX_BASE_SIZE = 30_000_000  # bytes beside Python and pip
TOOLS = {"pip", "setuptools", "pkg_resources", "_distutils_hack", "wheel"}

pytestmark = pytest.mark.skipif(not RELEASE, reason="make wheel runs it")

Nonoforge = Callable[..., "subprocess.CompletedProcess[str]"]
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if name not in ("PYTHONPATH", "NONOFORGE_RELEASE")}


def file(pattern: str) -> Path:
    [path] = Path(RELEASE).resolve().glob(pattern)
    return path


def environment(folder: Path, what: str, python: str = sys.executable, *more: str) -> Path:
    """Make an environment with the wheel and return the folder of its programs."""
    if python == sys.executable:
        venv.create(folder, with_pip=True)
    else:
        subprocess.run([python, "-m", "venv", str(folder)], check=True, env=ENVIRONMENT)
    tools = folder / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([tools / "python", "-m", "pip", "install", "--quiet", what, *more], check=True,
                   env=ENVIRONMENT, cwd=folder)
    return tools


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with all parts and what the tests need."""
    return environment(tmp_path_factory.mktemp("full") / "env", f"{file('*.whl')}[{PARTS}]",
                       sys.executable, *TEST_TOOLS)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("here")


@pytest.fixture(scope="module")
def nonoforge(full: Path, here: Path) -> Nonoforge:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([full / "nonoforge", *words], capture_output=True, text=True,
                              cwd=here, env=ENVIRONMENT, stdin=subprocess.DEVNULL)
    return run


def test_the_wheel() -> None:
    wheel = file("*.whl")
    assert re.search(r"-cp311-abi3-(manylinux|macosx|win)", wheel.name)
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
        [metadata] = [name for name in names if name.endswith(".dist-info/METADATA")]
        about = opened.read(metadata).decode()
    assert not [name for name in names if name.endswith((".cpp", ".c", ".hpp", ".pyx", ".map"))]
    for wanted in ("py.typed", "examples/curved/fox.nono", "examples/README.md",
                   "drawing/player/THIRD-PARTY.txt", "studio/page/THIRD-PARTY.txt",
                   "families/grid/fonts/LICENSE-DejaVu.txt", "studio/page/index.html"):
        assert f"nonoforge/{wanted}" in names
    assert any(re.fullmatch(r"nonoforge/native/_kernel\.(abi3\.so|pyd)", name) for name in names)
    assert "License-Expression: MIT" in about
    assert "\nDescription-Content-Type: text/markdown" in about


def test_the_source_distribution_has_what_a_checkout_has() -> None:
    with tarfile.open(file("*.tar.gz")) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
        assert len({entry.mtime for entry in opened.getmembers()}) == 1
    assert not [name for name in names
                if re.search(r"\.so$|\.pyc$|node_modules|_kernel\.cpp", name)]
    kept = subprocess.run(["git", "-C", str(ROOT), "ls-files"], capture_output=True, text=True)
    if kept.returncode == 0 and kept.stdout:  # a checkout
        assert sorted(set(kept.stdout.splitlines()) - names) == []
    assert {"tests/conftest.py", "docs/python.md", "examples/fox.nono", "web/package-lock.json",
            "web/src/generated", "Makefile", "setup.py", "tools/release.py"} <= names


def test_the_bill_of_materials() -> None:
    bill = json.loads(file("*.cdx.json").read_text("utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    parts = {part["name"]: part for part in bill["components"]}
    assert {"click", "msgspec", "python-sat", "numpy", "three", "preact"} <= set(parts)
    assert (parts["click"]["scope"], parts["numpy"]["scope"]) == ("required", "optional")
    assert "vite" not in parts
    assert len({part["bom-ref"] for part in bill["components"]}) == len(bill["components"])
    for released in bill["metadata"]["component"]["components"]:
        digest = hashlib.sha256(file(released["name"]).read_bytes()).hexdigest()
        assert released["hashes"] == [{"alg": "SHA-256", "content": digest}]


def test_the_base_install_is_small(tmp_path: Path) -> None:
    tools = environment(tmp_path / "env", str(file("*.whl")))
    [packages] = (tmp_path / "env").glob("lib/python*/site-packages")
    parts = {part.name: sum(path.stat().st_size for path in (part, *part.rglob("*"))
                            if path.is_file() and "__pycache__" not in path.parts)
             for part in packages.iterdir()
             if part.name.partition("-")[0] not in TOOLS and part.name != "__pycache__"}
    assert sum(parts.values()) < MAX_BASE_SIZE, parts
    shown = subprocess.run([tools / "nonoforge", "--version"], capture_output=True, text=True,
                           env=ENVIRONMENT, cwd=tmp_path)
    assert shown.stdout.endswith(", native engine\n"), shown


def python_of(version: str) -> str | None:
    """Return a Python of this version: on the path, or one of pyenv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
    for python in (shutil.which(f"python{version}"),
                   *map(str, pyenv.glob(f"versions/{version}.*/bin/python"))):
        # pyenv's command is on the path for versions that are not chosen, too, and fails
        if python and not subprocess.run([python, "--version"], capture_output=True).returncode:
            return python
    return None


@pytest.mark.parametrize("version", ["3.12", "3.13", "3.14"])
def test_later_versions_of_python(version: str, tmp_path: Path) -> None:
    """The stable ABI: the same wheel serves them."""
    python = python_of(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    tools = environment(tmp_path / "env", str(file("*.whl")), python)
    for words in (["--version"], ["examples", "fox"], ["check", "fox.nono", "--expect", "unique"]):
        done = subprocess.run([tools / "nonoforge", *words], capture_output=True, text=True,
                              env=ENVIRONMENT, cwd=tmp_path)
        assert done.returncode == 0, done
        assert words != ["--version"] or "native engine" in done.stdout


def readme_commands() -> list[str]:
    text = (ROOT / "README.md").read_text("utf-8")
    return [line for line in re.findall(r"^nonoforge (.+?)(?: +#.*)?$", text, re.MULTILINE)
            if not line.startswith("studio")]


def test_every_command_of_the_readme(nonoforge: Nonoforge, here: Path) -> None:
    """In their order: the first ones copy the examples."""
    lines = readme_commands()
    assert lines[0] == "examples all"
    for line in lines:
        words = [found for word in shlex.split(line) for found in
                 (sorted(str(path.relative_to(here)) for path in here.glob(word))
                  if "*" in word else [word])]
        done = nonoforge(*words)
        assert done.returncode == 0, (line, done.stderr)
        assert "internal error" not in done.stderr


def test_the_studio_starts(full: Path, here: Path) -> None:
    with subprocess.Popen(
            [full / "nonoforge", "studio", "--no-browser", "--library", str(here / "library")],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=here,
            env=ENVIRONMENT) as studio:
        assert studio.stdout is not None
        assert any("http://127.0.0.1" in line for line in iter(studio.stdout.readline, ""))
        studio.send_signal(signal.SIGINT)
        studio.communicate(timeout=60)


def test_the_plugin_of_the_documents(full: Path, nonoforge: Nonoforge, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "plugins.md").read_text("utf-8")
    for language, name in (("toml", "pyproject.toml"), ("python", "nonoforge_rle.py")):
        [code] = re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
        (tmp_path / name).write_text(code)
    install = [full / "python", "-m", "pip", "install", "--quiet", str(tmp_path)]
    subprocess.run(install, check=True, env=ENVIRONMENT, cwd=tmp_path)
    (tmp_path / "glider.rle").write_text("x = 3, y = 3\nbob$2bo$3o!\n")
    done = nonoforge("solve", str(tmp_path / "glider.rle"), "--expect", "unique")
    assert done.returncode == 0, done.stderr
    subprocess.run([full / "python", "-m", "pip", "uninstall", "--quiet", "-y", "nonoforge-rle"],
                   check=True, env=ENVIRONMENT)


def test_the_suite_against_the_installed_wheel(full: Path, tmp_path: Path) -> None:
    """The tests are those of the source distribution, without its sources."""
    with tarfile.open(file("*.tar.gz")) as opened:
        opened.extractall(tmp_path, filter="data")
    [source] = tmp_path.iterdir()
    shutil.rmtree(source / "src")
    tests = os.environ.get("NONOFORGE_RELEASE_TESTS", "").split() or [
        "tests", *(f"--ignore={path}" for path in LEFT_OUT)]
    done = subprocess.run([full / "python", "-m", "pytest", "-q", "-n", "auto", *tests], text=True,
                          cwd=source, env=ENVIRONMENT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout[-4000:]
