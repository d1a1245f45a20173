"""What sloped and curved nonograms share: paths, drawings, and arrangements with their faces."""

from nonoforge.plane.arrangement import OUTSIDE as OUTSIDE
from nonoforge.plane.arrangement import Arrangement as Arrangement
from nonoforge.plane.arrangement import Curve as Curve
from nonoforge.plane.arrangement import Labels as Labels
from nonoforge.plane.arrangement import Place as Place
from nonoforge.plane.arrangement import Side as Side
from nonoforge.plane.arrangement import arrangement_of as arrangement_of
from nonoforge.plane.build import clues_of as clues_of
from nonoforge.plane.build import from_faces as from_faces
from nonoforge.plane.build import from_sides as from_sides
from nonoforge.plane.drawing import Drawing as Drawing
from nonoforge.plane.drawing import Outline as Outline
from nonoforge.plane.drawing import Shape as Shape
from nonoforge.plane.faces import loops as loops
from nonoforge.plane.sources import drawing_of as drawing_of
from nonoforge.plane.sources import read_drawing as read_drawing
