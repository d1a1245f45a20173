"""The native kernel: C++20 headers and their thin bindings, where they could be built.

`_kernel` solves puzzles; `nonoforge.engine.native` is its front door. `_judging` makes the rounds
of a rating on single lines; `nonoforge.engine.judging` is its front door. `_layouts` judges layouts
of curves; `nonoforge.families.curved.growing.native_cost` is its front door. Nothing else imports
this package.
"""
