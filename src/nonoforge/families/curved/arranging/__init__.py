"""From strokes in a frame to vertices, edges, faces and curves.

    leaves         strokes in short stretches that turn by less than a quarter
    crossings      where they meet: `candidates` by boxes, then `halving` and `newton`; many
                   meetings that are one touch (`touching`)
    feet           the points of strokes that are nearest to others
    network        strokes cut where they meet (`cluster`: points that are all but the same)
    assembly       edges in order around vertices (`rotation`), cut out (`cutting`), joined where
                   nothing else is (`chains`), traced to curves (`tracing`) and faces (`nesting`)
    arrange        all that together
    arranged       what comes of it
    classes        how difficult that makes a puzzle
    sketch         the same for strokes that come and go
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
