"""What sloped and curved nonograms share: paths, drawings, and arrangements with their faces."""

from nonoforge.families.plane.arrangement import OUTSIDE as OUTSIDE
from nonoforge.families.plane.arrangement import Arrangement as Arrangement
from nonoforge.families.plane.arrangement import Curve as Curve
from nonoforge.families.plane.arrangement import Labels as Labels
from nonoforge.families.plane.arrangement import Place as Place
from nonoforge.families.plane.arrangement import Side as Side
from nonoforge.families.plane.arrangement import arrangement_of as arrangement_of
from nonoforge.families.plane.build import clues_of as clues_of
from nonoforge.families.plane.build import from_faces as from_faces
from nonoforge.families.plane.build import from_sides as from_sides
from nonoforge.families.plane.drawing import Drawing as Drawing
from nonoforge.families.plane.drawing import Outline as Outline
from nonoforge.families.plane.drawing import Shape as Shape
from nonoforge.families.plane.faces import loops as loops
from nonoforge.families.plane.sources import drawing_of as drawing_of
from nonoforge.families.plane.sources import read_drawing as read_drawing
