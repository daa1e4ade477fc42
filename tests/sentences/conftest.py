"""Sentences are drawn in the same order every time, and not too many of them."""

from hypothesis import settings

settings.register_profile("sentences", derandomize=True, max_examples=100, deadline=None)
settings.load_profile("sentences")
