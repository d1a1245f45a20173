"""For all tests."""

import signal

from hypothesis import HealthCheck, settings

# A test never asserts a time, and a busy machine is no fault.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# A shell starts background jobs with Ctrl-C ignored, and children would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
