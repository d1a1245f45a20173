"""What methods are made of.

    method.py     what a method is: a summary, a function, its options, what it can serve
    options.py    settings of a method, as they are written: `paint:order=plain,probe=2`
    job.py        one puzzle being solved: counts the work, keeps the budget, tells the observer
    registry.py   all methods by name: each file of `methods` is one
    lines.py      propagation with any line solver in any order, then probing and guessing
"""

from nonoforge.methods.common.method import GaveUp as GaveUp
from nonoforge.methods.common.method import Job as Job
from nonoforge.methods.common.method import Method as Method
from nonoforge.methods.common.method import Option as Option
from nonoforge.methods.common.method import searching as searching
