"""A table."""

import pytest

from tests.support.promising import Bargain


@pytest.fixture
def bargain() -> Bargain:
    """Three at a table."""
    return Bargain()
