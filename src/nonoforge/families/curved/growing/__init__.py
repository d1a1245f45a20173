"""Curves for a picture: its outlines extended to the frame, and further curves.

    request        options of a search and its result; outlines joined and cropped to the frame
    outlines       checks of outlines, and how they are cut into arcs
    layout         continuations of arcs to the frame or to each other: the curves of a puzzle
    sampled_path   paths as samples, and positions along the frame
    tracks         curves as polylines: crossings and distances, cached
    regions        faces between tracks
    quality        goals, and how far an arrangement misses them
    cost           total cost of a layout
    search         changes of layouts, simulated annealing
"""

from nonoforge.families.curved.growing.request import GrowRequest as GrowRequest
from nonoforge.families.curved.growing.request import GrowResult as GrowResult
