"""The native kernel: C++17 headers and their thin binding `_kernel`, where it could be built.

`nonoforge.engine.native` is its front door; nothing else imports this package.
"""
