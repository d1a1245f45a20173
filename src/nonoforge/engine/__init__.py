"""The engine: what is true of a puzzle made of cells and lines, whatever its family.

    settle -> propagate -> probe -> search -> sat      each level sound, cheapest first
    verify                                             the independent check of every solution

`solve` climbs as far as it must. There are two engines with the same functions, the native kernel
and the plain one; `ENGINE` says which is in use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.engine.ambiguity import ambiguous_cells as ambiguous_cells
from nonoforge.engine.bit_sets import bits as bits
from nonoforge.engine.bit_sets import fitting as fitting
from nonoforge.engine.bit_sets import flood as flood
from nonoforge.engine.bit_sets import sink as sink
from nonoforge.engine.choose import ENGINE as ENGINE
from nonoforge.engine.choose import ENGINE_REASON as ENGINE_REASON
from nonoforge.engine.choose import climb as climb
from nonoforge.engine.choose import probe as probe
from nonoforge.engine.choose import propagate as propagate
from nonoforge.engine.choose import sat_available as sat_available
from nonoforge.engine.choose import settle as settle
from nonoforge.engine.choose import settle_many as settle_many
from nonoforge.engine.conflict import small_conflict as small_conflict
from nonoforge.engine.outcome import ORDERS as ORDERS
from nonoforge.engine.outcome import Budget as Budget
from nonoforge.engine.outcome import Deduction as Deduction
from nonoforge.engine.outcome import Depth as Depth
from nonoforge.engine.outcome import Meter as Meter
from nonoforge.engine.outcome import Order as Order
from nonoforge.engine.outcome import Outcome as Outcome
from nonoforge.engine.outcome import OutOfBudget as OutOfBudget
from nonoforge.engine.packing import agrees as agrees
from nonoforge.engine.packing import content_key as content_key
from nonoforge.engine.packing import distinct_members as distinct_members
from nonoforge.engine.packing import pack as pack
from nonoforge.engine.packing import pack_matrix as pack_matrix
from nonoforge.engine.packing import solve_lines as solve_lines
from nonoforge.engine.solve import LADDERS as LADDERS
from nonoforge.engine.solve import NO_FURTHER as NO_FURTHER
from nonoforge.engine.solve import solve as solve
from nonoforge.engine.solve import solve_many as solve_many
from nonoforge.engine.thinning import only as only
from nonoforge.engine.thinning import thin as thin
from nonoforge.engine.thinning import thin_by_probing as thin_by_probing
from nonoforge.engine.verify import verify as verify
from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.engine.judging import LineRounds as LineRounds
    from nonoforge.engine.judging import count_passes as count_passes
    from nonoforge.engine.judging import rate_lines as rate_lines
    from nonoforge.engine.judging import rates_natively as rates_natively
    from nonoforge.engine.judging import refuted as refuted
    from nonoforge.engine.native import kernel_seconds as kernel_seconds
    from nonoforge.engine.native import packing_seconds as packing_seconds
    from nonoforge.engine.native import settle_seconds as settle_seconds
    from nonoforge.engine.proof import certificate as certificate
    from nonoforge.engine.sat import CADICAL as CADICAL
    from nonoforge.engine.sat import CLAUSES_PER_CLOCK as CLAUSES_PER_CLOCK
    from nonoforge.engine.sat import CONFLICTS_PER_CLOCK as CONFLICTS_PER_CLOCK
    from nonoforge.engine.sat import MAX_CLAUSES as MAX_CLAUSES
    from nonoforge.engine.sat import Encoding as Encoding
    from nonoforge.engine.sat import Solver as Solver
    from nonoforge.engine.sat import nearby_solution as nearby_solution

__getattr__, __dir__ = lazy_exports(__name__, {
    "LineRounds": "judging", "count_passes": "judging", "rate_lines": "judging",
    "rates_natively": "judging", "refuted": "judging",
    "kernel_seconds": "native", "packing_seconds": "native", "settle_seconds": "native",
    "certificate": "proof",
    "CADICAL": "sat", "CLAUSES_PER_CLOCK": "sat", "CONFLICTS_PER_CLOCK": "sat",
    "Encoding": "sat", "MAX_CLAUSES": "sat", "Solver": "sat", "nearby_solution": "sat",
})
