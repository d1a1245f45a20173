"""The native kernel, built where a compiler is at hand; without one the install works all the same.

Everything else about the package stands in pyproject.toml.
"""

from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup

kernel = Extension(
    "nonoforge.native._kernel",
    ["src/nonoforge/native/_kernel.pyx"],
    language="c++",
    include_dirs=["src/nonoforge/native"],
    extra_compile_args=["-std=c++17", "-O3", "-fno-plt", "-Wall", "-Wextra"],
    depends=glob("src/nonoforge/native/*.hpp"),
    optional=True,
)

setup(ext_modules=cythonize([kernel], language_level=3))
