"""Lines, then probing with all implications: the deductions FP1, FP2 and FP3 of Wu and others.

The method `paint` has the three levels one by one.

I-C. Wu, D.-J. Sun, L.-P. Chen, K.-Y. Chen, C.-H. Kuo, H.-H. Kang, H.-H. Lin: An efficient approach
to solving nonograms. IEEE Transactions on Computational Intelligence and AI in Games 5 (3), 2013.
"""

from __future__ import annotations

from nonoforge.methods.common.lines import ladder

METHOD = ladder("probe")
