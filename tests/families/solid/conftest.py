"""Lets the tests of this folder share `meshes` (importlib mode has no path of its own)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
