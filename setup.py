"""The native kernel, built where a compiler is at hand; without one the install works all the same.

Everything else about the package stands in pyproject.toml.
"""

from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup

kernels = cythonize(
    [
        Extension(
            f"nonoforge.native.{name}",
            [f"src/nonoforge/native/{name}.pyx"],
            language="c++",
            include_dirs=["src/nonoforge/native"],
            extra_compile_args=["-std=c++17", "-O3", "-g0", "-Wall", "-Wextra"],
            depends=glob("src/nonoforge/native/*.hpp"),
        )
        for name in ("_kernel", "_layouts")
    ],
    language_level=3,
)
for kernel in kernels:
    kernel.optional = True  # cythonize forgets it if it is said above

setup(ext_modules=kernels)
