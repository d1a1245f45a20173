"""From a drawing with rounded coordinates to exact lines.

    sketch        frame and outlines as loops of straight edges; faults collected with places
    fitting       slope of each edge; edges in a row share one line
    exact_lines   lines with whole-number coefficients that meet where they should
"""

from nonoforge.families.sloped.straightening.exact_lines import exact_lines as exact_lines
from nonoforge.families.sloped.straightening.fitting import MAX_LINES as MAX_LINES
from nonoforge.families.sloped.straightening.fitting import NO_SNAP as NO_SNAP
from nonoforge.families.sloped.straightening.fitting import Leg as Leg
from nonoforge.families.sloped.straightening.fitting import Snap as Snap
from nonoforge.families.sloped.straightening.fitting import nearness as nearness
from nonoforge.families.sloped.straightening.fitting import straighten as straighten
from nonoforge.families.sloped.straightening.fitting import turns as turns
from nonoforge.families.sloped.straightening.sketch import DrawingFaults as DrawingFaults
from nonoforge.families.sloped.straightening.sketch import Frame as Frame
from nonoforge.families.sloped.straightening.sketch import Sketch as Sketch
from nonoforge.families.sloped.straightening.sketch import find_frame as find_frame
from nonoforge.families.sloped.straightening.sketch import sketch_of as sketch_of
