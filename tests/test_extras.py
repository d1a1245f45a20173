"""Each extra alone: installed in an environment of its own, it does what it is for; its size is
printed, for docs/dependencies.md.

Slow, and needs a package registry: `make check-extras` runs it, an ordinary test run does not.
NONOFORGE_RELEASE names a folder with a wheel that is built already.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"

pytestmark = pytest.mark.skipif(not os.environ.get("NONOFORGE_EXTRAS"),
                                reason="make check-extras runs it")

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

CUBE = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1)) + \
    "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n"

# A command for each thing that the extra is for; {examples} and {here} are folders.
WORKS: dict[str, list[str]] = {
    "": ["solve {examples}/fox.nono", "check {examples}/eyebrow.nono",
         "explain {examples}/cat.nono", "hint {examples}/owl.nono",
         "convert {examples}/boat.non {here}/boat.xml", "draw {examples}/owl.nono -o {here}/a.svg",
         "draw {examples}/owl.nono -o {here}/a.html", "draw {examples}/curved/fox.nono",
         "solve --method sat {examples}/cat.nono", "methods"],
    "images": ["draw {examples}/fox.nono -o {here}/fox.png",
               "make grid {here}/fox.png --size 20 -o {here}/made.nono",
               "make grid --random 10 10 -o {here}/random.nono"],
    "solids": ["make solid {here}/cube.obj --size 5 -o {here}/cube.nono"],
    "planes": ["make sloped {examples}/drawings/swan.svg -o {here}/swan.nono",
               "make curved {examples}/curved/outlines/fox.svg --budget 5s -o {here}/fox.nono",
               "label {examples}/curved/fox.nono -o {here}/labelled.nono"],
    "print": ["draw {examples}/owl.nono -o {here}/owl.pdf"],
    "page": ["studio --help"],
    "ilp": ["solve --method ilp {examples}/cat.nono"],
    "cp": ["solve --method cp {examples}/cat.nono"],
}
# Without the extra the same is refused in one line that says what to install.
REFUSED = [
    ("images", "draw {examples}/fox.nono -o {here}/refused.png"),
    ("images", "make grid {here}/picture.png --size 10 -o {here}/refused.nono"),
    ("images", "make grid --text Owl --size 20 -o {here}/refused.nono"),
    ("images", "make tri {here}/picture.png -o {here}/refused.nono"),
    ("images", "solve {here}/picture.png"),
    ("solids", "make solid {here}/cube.obj -o {here}/refused.nono"),
    ("planes", "make sloped {examples}/drawings/swan.svg -o {here}/refused.nono"),
    ("planes", "make curved {examples}/curved/outlines/fox.svg -o {here}/refused.nono"),
    ("planes", "label {examples}/curved/fox.nono -o {here}/refused.nono"),
    ("print", "draw {examples}/owl.nono -o {here}/refused.pdf"),
    ("page", "studio --no-browser"),
    ("ilp", "solve --method ilp {examples}/cat.nono"),
    ("cp", "solve --method cp {examples}/cat.nono"),
]
# One black pixel.
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a494441"
    "5478da6360000000020001e527defc0000000049454e44ae426082")


TOOLS = {"pip", "setuptools", "pkg_resources", "_distutils_hack", "wheel"}


def installed_size(environment: Path) -> int:
    """Return the bytes of what an environment has beside Python and its installer, without the
    compiled copies of Python files."""
    [packages] = environment.glob("lib/python*/site-packages")
    return sum(path.stat().st_size for part in packages.iterdir()
               if part.name.partition("-")[0] not in TOOLS
               for path in (part, *part.rglob("*"))
               if path.is_file() and "__pycache__" not in path.parts)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if built := os.environ.get("NONOFORGE_RELEASE"):
        return next(Path(built).resolve().glob("*.whl"))
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder),
                    str(ROOT)], check=True, env=ENVIRONMENT)
    return next(folder.glob("*.whl"))


@pytest.mark.parametrize("extra", WORKS)
def test_an_extra_alone(
    extra: str, wheel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "cube.obj").write_text(CUBE)
    venv.create(tmp_path / "env", with_pip=True)
    tools = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    what = f"{wheel}[{extra}]" if extra else str(wheel)
    subprocess.run([tools / "python", "-m", "pip", "install", "--quiet", what], check=True,
                   env=ENVIRONMENT)

    with capsys.disabled():
        print(f"\nnonoforge[{extra}]: {installed_size(tmp_path / 'env') / 1e6:.1f} MB".replace(
            "[]", ""))

    def nonoforge(command: str) -> subprocess.CompletedProcess[str]:
        words = command.format(examples=EXAMPLES, here=tmp_path).split()
        return subprocess.run([tools / "nonoforge", *words], capture_output=True, text=True,
                              cwd=tmp_path, env=ENVIRONMENT, stdin=subprocess.DEVNULL)

    for command in WORKS[extra]:
        done = nonoforge(command)
        assert done.returncode == 0, (command, done.stderr)
        assert "internal error" not in done.stderr
    if not extra:
        (tmp_path / "picture.png").write_bytes(PICTURE)
        for other, command in REFUSED:
            done = nonoforge(command)
            assert done.returncode == 2, (command, done.stderr)
            assert f"pip install 'nonoforge[{other}]'" in done.stderr, command
            assert len(done.stderr.strip().splitlines()) == 1
