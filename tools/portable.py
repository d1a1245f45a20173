"""Compile the kernel's headers for systems that are not at hand: `python tools/portable.py`.

Nothing is linked and nothing is run: it shows that the C++ needs neither GCC's extensions nor a
Linux. Each system is tried with the compiler's extensions and without them, as MSVC has none. The
compiler is Clang with the headers of these systems (the package `ziglang`).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

NATIVE = Path(__file__).parents[1] / "src" / "nonoforge" / "native"
SYSTEMS = ("x86_64-windows-gnu", "aarch64-macos", "aarch64-linux-gnu.2.28")
CLANG = [sys.executable, "-m", "ziglang", "c++"]
FLAGS = ["-std=c++20", "-O0", "-Wall", "-Wextra", "-Werror", f"-I{NATIVE}"]


def main() -> None:
    """Compile for each system, print its outcome, and exit with 1 if a warning was given."""
    headers = sorted(header.name for header in NATIVE.glob("*.hpp"))
    good = True
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "headers.cpp"
        source.write_text("".join(f'#include "{header}"\n' for header in headers))
        for system in SYSTEMS:
            for what, macros in (("with extensions", []), ("portable", ["-DNONOFORGE_PORTABLE=1"])):
                done = subprocess.run(
                    [*CLANG, "-target", system, *FLAGS, *macros, "-c", str(source),
                     "-o", str(source.with_suffix(".o"))], capture_output=True, text=True)
                good &= done.returncode == 0
                print(f"{system}, {what}: {len(headers)} headers",
                      "compile" if done.returncode == 0 else f"do not compile\n{done.stderr}",
                      flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
