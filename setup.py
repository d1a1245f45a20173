"""The native kernel, built where a C++20 compiler is at hand; without one the install works all the
same. Everything else about the package stands in pyproject.toml.

The kernel uses the stable ABI: one wheel serves CPython 3.11 and later. NONOFORGE_KERNEL=required
makes a failure to build it an error (for wheels), =no leaves it out, =portable builds it without
the extensions of GCC and Clang, as MSVC does. NONOFORGE_FLAGS has further flags of the compiler and
the linker.
"""

import os
import sysconfig
from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

FOLDER = "src/nonoforge/native"
WANTED = os.environ.get("NONOFORGE_KERNEL", "")
# Builds of CPython without the global lock have no stable ABI.
STABLE = not sysconfig.get_config_var("Py_GIL_DISABLED")
FLAGS = {"msvc": ["/std:c++20", "/O2", "/EHsc"]}
FLAGS_ELSEWHERE = ["-std=c++20", "-O3", "-g0", "-Wall", "-Wextra"]


class BuildKernel(build_ext):
    """Choose the flags of the compiler that is found."""

    def build_extension(self, ext: Extension) -> None:
        flags = os.environ.get("NONOFORGE_FLAGS", "").split()
        own = FLAGS.get(self.compiler.compiler_type, FLAGS_ELSEWHERE)
        ext.extra_compile_args, ext.extra_link_args = [*own, *flags], flags
        super().build_extension(ext)


class WithExamples(build_py):
    """Copy the examples into the package; in a checkout they stay where they are."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            self.copy_tree("examples", os.path.join(self.build_lib, "nonoforge", "examples"))


macros = [("Py_LIMITED_API", "0x030B0000")] if STABLE else []
if WANTED == "portable":
    macros.append(("NONOFORGE_PORTABLE", "1"))
kernels = [] if WANTED == "no" else cythonize(
    [
        Extension(
            f"nonoforge.native.{name}",
            [f"{FOLDER}/{name}.pyx"],
            language="c++",
            include_dirs=[FOLDER],
            define_macros=macros,
            depends=glob(f"{FOLDER}/*.hpp"),
            py_limited_api=STABLE,
        )
        for name in ("_kernel", "_layouts", "_judging")
    ],
    build_dir="build/cython",
    language_level=3,
)
for kernel in kernels:  # cythonize forgets it if it is said above
    kernel.optional = WANTED not in ("required", "portable")

setup(
    ext_modules=kernels,
    cmdclass={"build_ext": BuildKernel, "build_py": WithExamples},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE and kernels else {},
)
