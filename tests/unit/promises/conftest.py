"""A table."""

import pytest

from tests.support.promises.promising import Bargain


@pytest.fixture
def bargain() -> Bargain:
    """Three at a table."""
    return Bargain()
