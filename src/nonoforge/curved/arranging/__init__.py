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

from nonoforge.curved.arranging.arrange import arrange as arrange
from nonoforge.curved.arranging.arrange import check_number as check_number
from nonoforge.curved.arranging.arranged import Arranged as Arranged
from nonoforge.curved.arranging.arranged import Vertex as Vertex
from nonoforge.curved.arranging.classes import Traits as Traits
from nonoforge.curved.arranging.classes import traits as traits
from nonoforge.curved.arranging.cluster import clusters as clusters
from nonoforge.curved.arranging.crossings import Contact as Contact
from nonoforge.curved.arranging.crossings import contacts as contacts
from nonoforge.curved.arranging.crossings import on_top as on_top
from nonoforge.curved.arranging.feet import nearest as nearest
from nonoforge.curved.arranging.leaves import Floats as Floats
from nonoforge.curved.arranging.leaves import Ints as Ints
from nonoforge.curved.arranging.leaves import Leaves as Leaves
from nonoforge.curved.arranging.leaves import leaves as leaves
from nonoforge.curved.arranging.sketch import Sketch as Sketch
from nonoforge.curved.arranging.touching import TOGETHER as TOGETHER
