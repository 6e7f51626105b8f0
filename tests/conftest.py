"""What holds for every test."""

import gc
from collections.abc import Generator

import pytest
from hypothesis import settings

settings.register_profile("no-clock", deadline=None)
settings.load_profile("no-clock")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the thousands of tests out of the search for garbage: looking at them again and again took a third of a run.

    What the tests make themselves is searched as ever.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()
