"""For all tests."""

from hypothesis import HealthCheck, settings

# A test never asserts a time, and a busy machine is no fault.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
