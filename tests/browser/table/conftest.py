"""A client of the service whose pages are looked at."""

from collections.abc import Generator

import pytest

from tests.support.browsing import Library
from tests.support.serving import Client


@pytest.fixture(scope="module")
def client(library: Library) -> Generator[Client]:
    """A client that opens games."""
    with library.process.client() as client:
        yield client
