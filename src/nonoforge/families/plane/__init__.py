"""What the sloped and curved families share: drawings, arrangements with their faces, labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.families.plane.arrangement import OUTSIDE as OUTSIDE
from nonoforge.families.plane.arrangement import Arrangement as Arrangement
from nonoforge.families.plane.arrangement import Curve as Curve
from nonoforge.families.plane.arrangement import Labels as Labels
from nonoforge.families.plane.arrangement import Place as Place
from nonoforge.families.plane.arrangement import Side as Side
from nonoforge.families.plane.arrangement import arrangement_of as arrangement_of
from nonoforge.families.plane.arrangement import interior_point as interior_point
from nonoforge.families.plane.arrangement import loops as loops
from nonoforge.families.plane.build import clues_of as clues_of
from nonoforge.families.plane.build import from_faces as from_faces
from nonoforge.families.plane.build import from_sides as from_sides
from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.families.plane.drawing import NO_AREA as NO_AREA
    from nonoforge.families.plane.drawing import Drawing as Drawing
    from nonoforge.families.plane.drawing import Outline as Outline
    from nonoforge.families.plane.drawing import Shape as Shape
    from nonoforge.families.plane.drawing import drawing_of as drawing_of
    from nonoforge.families.plane.drawing import read_drawing as read_drawing
    from nonoforge.families.plane.drawing import why_nothing as why_nothing
    from nonoforge.families.plane.family import PlaneFamily as PlaneFamily
    from nonoforge.families.plane.labels import Labelled as Labelled
    from nonoforge.families.plane.labels import box_lengths as box_lengths
    from nonoforge.families.plane.labels import labelled as labelled
    from nonoforge.families.plane.labels import numbers as numbers
    from nonoforge.families.plane.labels import task_of as task_of
    from nonoforge.families.plane.labels import usual_box as usual_box
    from nonoforge.families.plane.making import GROWING_SHARE as GROWING_SHARE
    from nonoforge.families.plane.making import Stages as Stages
    from nonoforge.families.plane.making import judged as judged
    from nonoforge.families.plane.making import place as place
    from nonoforge.families.plane.making import regions_of as regions_of
    from nonoforge.families.plane.making import thinned as thinned
    from nonoforge.families.plane.making import title_of as title_of
    from nonoforge.families.plane.options import DrawingOptions as DrawingOptions
    from nonoforge.families.plane.regions import Regions as Regions
    from nonoforge.families.plane.regions import visible_regions as visible_regions
    from nonoforge.families.plane.report import LabelRecord as LabelRecord
    from nonoforge.families.plane.report import label_record as label_record
    from nonoforge.families.plane.report import label_words as label_words
    from nonoforge.families.plane.report import lost_words as lost_words

__getattr__, __dir__ = lazy_exports(__name__, {
    "Drawing": "drawing", "Outline": "drawing", "Shape": "drawing", "drawing_of": "drawing",
    "NO_AREA": "drawing", "read_drawing": "drawing", "why_nothing": "drawing",
    "PlaneFamily": "family", "Labelled": "labels", "box_lengths": "labels", "labelled":
    "labels", "numbers": "labels", "task_of": "labels", "usual_box": "labels",
    "GROWING_SHARE": "making", "Stages": "making", "judged": "making", "place": "making",
    "regions_of": "making", "thinned": "making", "title_of": "making",
    "DrawingOptions": "options",
    "Regions": "regions", "visible_regions": "regions",
    "LabelRecord": "report", "label_record": "report", "label_words": "report",
    "lost_words": "report",
})
