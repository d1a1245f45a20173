"""What methods are made of.

    method.py      what a method is and how it is written (`paint:order=plain,probe=2`); a job: one
                   puzzle being solved, its work counted, its budget kept; the registry
    lines.py       propagation with any line solver in any order, then probing and guessing
    domains.py     the placements of a line; depth-first search over them
    extremes.py    the leftmost and rightmost placement of each run
    strategy.py    which line is settled next, for the strategies of Halford
    sat_child.py   a SAT solver in a process of its own
"""

from nonoforge.methods.common.method import GaveUp as GaveUp
from nonoforge.methods.common.method import Job as Job
from nonoforge.methods.common.method import Method as Method
from nonoforge.methods.common.method import Option as Option
from nonoforge.methods.common.method import searching as searching
