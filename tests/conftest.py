"""Settings that every test shares."""

from hypothesis import settings

# Tests run side by side on all cores: how long an example takes says nothing about the code.
settings.register_profile("rondel", parent=settings(), deadline=None)
settings.load_profile("rondel")
