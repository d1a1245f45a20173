"""From a drawing, which comes with noise, to exact lines.

    frame          the rectangle of the puzzle in the drawing
    outlines       what is drawn in it, as loops of straight edges
    fitting        the slope that each edge has
    rows           edges in a row share one line
    lines          lines with whole-number coefficients that meet where they should: moved for that
                   (`joining`), or, if of any slope, through exact `corners`
    faults         what is wrong with a drawing, all of it at once
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
