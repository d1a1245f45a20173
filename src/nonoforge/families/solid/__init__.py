"""Solids: 3D nonograms, as in Picross 3D. Cells are voxels, lines are rods along x, y and z.

Reading a puzzle file needs little of this; what makes solids from meshes is loaded when it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.families.solid.build import PALETTE as PALETTE
from nonoforge.families.solid.build import array_of as array_of
from nonoforge.families.solid.build import from_array as from_array
from nonoforge.families.solid.build import from_tallies as from_tallies
from nonoforge.families.solid.build import from_voxels as from_voxels
from nonoforge.families.solid.build import with_clues as with_clues
from nonoforge.families.solid.geometry import AXES as AXES
from nonoforge.families.solid.geometry import MAX_CELLS as MAX_CELLS
from nonoforge.families.solid.geometry import MAX_SIDE as MAX_SIDE
from nonoforge.families.solid.geometry import Solid as Solid
from nonoforge.families.solid.geometry import solid_of as solid_of
from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.families.solid.make import SolidResult as SolidResult
    from nonoforge.families.solid.make import make_solid as make_solid
    from nonoforge.families.solid.mesh import ASSIMP_FORMATS as ASSIMP_FORMATS
    from nonoforge.families.solid.mesh import TRIMESH_FORMATS as TRIMESH_FORMATS
    from nonoforge.families.solid.mesh import Mesh as Mesh
    from nonoforge.families.solid.mesh import orient as orient
    from nonoforge.families.solid.mesh import read_mesh as read_mesh
    from nonoforge.families.solid.mesh_health import health as health
    from nonoforge.families.solid.mesh_health import health_words as health_words
    from nonoforge.families.solid.options import SolidOptions as SolidOptions
    from nonoforge.families.solid.placing import Placement as Placement
    from nonoforge.families.solid.placing import place as place
    from nonoforge.families.solid.placing import placements as placements
    from nonoforge.families.solid.voxelizing import Voxelizer as Voxelizer
    from nonoforge.families.solid.voxelizing import default_samples as default_samples
    from nonoforge.families.solid.voxelizing import shares as shares
    from nonoforge.families.solid.voxelizing import voxelize as voxelize
    from nonoforge.families.solid.voxels import Census as Census
    from nonoforge.families.solid.voxels import Range as Range
    from nonoforge.families.solid.voxels import census as census
    from nonoforge.families.solid.voxels import lattice_over as lattice_over

_PARTS = {
    "Census": "voxels", "census": "voxels",
    "health": "mesh_health", "health_words": "mesh_health",
    "SolidResult": "make", "SolidOptions": "options", "make_solid": "make",
    "Mesh": "mesh", "orient": "mesh", "read_mesh": "mesh",
    "place": "placing", "Placement": "placing", "voxelize": "voxelizing",
    "Voxelizer": "voxelizing", "default_samples": "voxelizing", "shares": "voxelizing",
    "lattice_over": "voxels",
    "ASSIMP_FORMATS": "mesh",
    "TRIMESH_FORMATS": "mesh",
    "placements": "placing",
    "Range": "voxels",
}

__getattr__, __dir__ = lazy_exports(__name__, _PARTS)
