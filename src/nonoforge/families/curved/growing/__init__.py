"""From the outlines of a picture to the curves of a puzzle: extended to the frame, and more added.

    closing        outlines that were drawn in parts; `cropping`: those that go beyond the frame
    outlines       what they must be, and how they are cut into `arcs`, at corners or at `bends`
    layout         how each arc is continued, and what is added: the courses of a puzzle
    tracks         courses as polylines (`trail`: their samples; `rim`: places along the frame)
    meetings       where tracks cross; `regions`: the faces between them; `survey` remembers
    goals          what a good puzzle looks like, and what it costs to miss that
    judging        what a layout costs in all, with its colours (`paint`)
    moves          changes of a layout; `anneal`: which of them are kept
    grow           the search; `growth`: as a designer asks for it; `grown`: what comes of it
    quality        how good an arrangement is to look at, exactly
"""

from nonoforge.families.curved.growing.request import GrowRequest as GrowRequest
from nonoforge.families.curved.growing.request import GrowResult as GrowResult
