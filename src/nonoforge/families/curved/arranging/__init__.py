"""Arrangements of curves: from strokes in a frame to vertices, edges, faces and curves.

    segments        monotone segments of strokes, candidate pairs by boxes, nearest points
    intersections   crossings and touches: subdivision, then Newton's method
    network         planar graph of strokes cut at their contacts
    assembly        order of edges around vertices, curves, loops, nested faces
    arrange         the steps in order; incremental arrangements; difficulty classes
"""

from nonoforge.families.curved.arranging.arrange import (
    IncrementalArrangement as IncrementalArrangement,
)
from nonoforge.families.curved.arranging.arrange import Traits as Traits
from nonoforge.families.curved.arranging.arrange import arrange as arrange
from nonoforge.families.curved.arranging.arrange import check_counts as check_counts
from nonoforge.families.curved.arranging.arrange import traits as traits
from nonoforge.families.curved.arranging.assembly import CurveArrangement as CurveArrangement
from nonoforge.families.curved.arranging.assembly import Vertex as Vertex
from nonoforge.families.curved.arranging.intersections import COINCIDENCE as COINCIDENCE
from nonoforge.families.curved.arranging.intersections import Contact as Contact
from nonoforge.families.curved.arranging.intersections import contacts as contacts
from nonoforge.families.curved.arranging.intersections import overlap_error as overlap_error
from nonoforge.families.curved.arranging.network import clusters as clusters
from nonoforge.families.curved.arranging.segments import Floats as Floats
from nonoforge.families.curved.arranging.segments import Ints as Ints
from nonoforge.families.curved.arranging.segments import Segments as Segments
from nonoforge.families.curved.arranging.segments import monotone_segments as monotone_segments
from nonoforge.families.curved.arranging.segments import nearest_points as nearest_points
