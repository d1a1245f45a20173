"""Random and hostile input for the native kernel under the compiler's sanitizers.

The program of native/*.cpp makes packed puzzles, texts and layouts from random bytes and gives them
to the kernel's headers, with no Python between: under AddressSanitizer and
UndefinedBehaviorSanitizer; with each allocation failing in turn, after which nothing may be left;
under ThreadSanitizer on many threads at once, which must find what one thread finds.

`make sanitize` runs a few rounds of it, then the tests of the engine over a kernel that is built
with the first two (`python -m soak.kernel`). All is built in build/sanitize; the compiler is $CXX.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from soak.oracle import COMPILER
from soak.runner import LOGS, ROOT, Report, run_round

SOURCES = Path(__file__).with_name("native")
HEADERS = ROOT / "src" / "nonoforge" / "native"
BUILD = ROOT / "build" / "sanitize"
PARTS = ("main", "failing_new", "solving", "text", "judging", "layouts")
WHAT_ENDS_IT = ["-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS"]
SANITIZERS = {
    "address": ["-fsanitize=address,undefined,float-cast-overflow",
                "-D_GLIBCXX_SANITIZE_VECTOR", *WHAT_ENDS_IT],
    "thread": ["-fsanitize=thread", *WHAT_ENDS_IT],
}
OPTIONS = {  # of the sanitizers, when the program or the tests run
    "ASAN_OPTIONS": "handle_abort=1:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "halt_on_error=1",
}
TRIES = {  # in a round: inputs of each mode, and the build that runs it
    "fuzz": ("address", 3000, "inputs"),
    "allocations": ("address", 40, "allocations that failed"),
    "threads": ("thread", 200, "inputs on threads"),
}
ROUNDS_OF_SANITIZE = 3
ENGINE_TESTS = ("tests/engine", "tests/judge/test_native_rating.py",
                "tests/families/curved/test_regions.py")
SHORT = range(0)  # building it takes minutes


def prepare() -> None:
    """Build the program under each sanitizer."""
    for name in SANITIZERS:
        program(name)


def run(seed: int, report: Report) -> None:
    for mode, (build, count, what) in TRIES.items():
        report.doing(mode)
        kept = LOGS / f"kernel-{mode}-{seed}"
        kept.parent.mkdir(parents=True, exist_ok=True)
        ran = subprocess.run(
            [program(build), mode, str(seed), str(count)], capture_output=True, text=True,
            errors="replace", env=os.environ | OPTIONS | {"KERNEL_INPUT": str(kept)})
        if ran.returncode:
            report.fail(f"{mode} ended with {ran.returncode}", said=ran.stderr,
                        repeat=f"{program(build)} replay {kept}")
            continue
        kept.unlink(missing_ok=True)
        report.count(what, count if mode == "fuzz" else int(ran.stdout))
        if mode == "fuzz":
            report.count("inputs that were not refused", int(ran.stdout))


# --- building ------------------------------------------------------------------------------------

def program(name: str) -> Path:
    """Return the program under a sanitizer, built where sources have changed."""
    folder = BUILD / name
    folder.mkdir(parents=True, exist_ok=True)
    flags = ["-std=c++20", "-O1", "-g1", "-Wall", "-Wextra", *SANITIZERS[name]]
    headers = max(path.stat().st_mtime
                  for path in (*HEADERS.glob("*.hpp"), *SOURCES.glob("*.hpp"), Path(__file__)))
    old = [part for part in PARTS if _time(folder / f"{part}.o") < max(
        headers, _time(SOURCES / f"{part}.cpp"))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda part: _compile(
            [*flags, f"-I{HEADERS}", "-c", str(SOURCES / f"{part}.cpp")], folder / f"{part}.o"),
            old))
    made = folder / "kernel"
    objects = [folder / f"{part}.o" for part in PARTS]
    if _time(made) < max(map(_time, objects)):
        _compile([*flags, *map(str, objects)], made)
    return made


def _compile(words: list[str], out: Path) -> None:
    part = out.with_suffix(f".{os.getpid()}")
    subprocess.run([COMPILER, *words, "-o", str(part)], check=True)
    part.replace(out)


def _time(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


def package() -> Path:
    """Return a folder with the package, its kernel built under the address sanitizer."""
    folder, copy = BUILD / "package", BUILD / "source"
    newest = max(_time(path) for path in (ROOT / "src").rglob("*") if path.suffix != ".pyc")
    if _time(folder) >= newest:
        return folder
    shutil.rmtree(copy, ignore_errors=True)
    for name in ("src", "examples"):
        shutil.copytree(ROOT / name, copy / name,
                        ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    flags = " ".join(["-O1", "-g1", *SANITIZERS["address"]])
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps",
         "--target", str(folder), str(copy)], check=True,
        env=os.environ | {"CXX": COMPILER, "NONOFORGE_KERNEL": "required",
                          "NONOFORGE_FLAGS": flags})
    return folder


def engine_tests() -> int:
    """Run the engine's tests over the package of `package`; return their exit code.

    Leaks are looked for by the program alone: Python keeps much until its end.
    """
    runtimes = [subprocess.run([COMPILER, f"-print-file-name={name}"], capture_output=True,
                               text=True, check=True).stdout.strip()
                for name in ("libasan.so", "libstdc++.so")]
    options = OPTIONS | {"ASAN_OPTIONS": OPTIONS["ASAN_OPTIONS"] + ":detect_leaks=0"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *ENGINE_TESTS], cwd=ROOT,
        env=os.environ | options | {"LD_PRELOAD": " ".join(runtimes),
                                    "PYTHONPATH": str(package()), "PYTHONMALLOC": "malloc"},
    ).returncode


def main() -> None:
    if shutil.which(COMPILER) is None:
        sys.exit(f"make sanitize needs a C++ compiler with sanitizers; there is no {COMPILER}")
    if sys.platform != "linux" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        sys.exit("make sanitize is for Linux, and a Python with the global lock")
    prepare()
    failures = 0
    for seed in range(ROUNDS_OF_SANITIZE):
        report = run_round(sys.modules[__name__], seed)
        print(f"round {seed}: " + ", ".join(f"{many:,} {what}"
                                            for what, many in report.counts.items()), flush=True)
        for failure in report.failures:
            print(f"FAILED kernel, seed {seed}: {failure}", flush=True)
        failures += len(report.failures)
    sys.exit(1 if engine_tests() or failures else 0)


if __name__ == "__main__":
    main()
