"""Promises at a table, for the tests of their pages."""

import pytest

from tests.support.playing import SAMPLES
from tests.support.promises.pledging import THREE, Promises
from tests.support.serving import Client, Table, await_read_models


@pytest.fixture
def promises(client: Client) -> Promises:
    """Three at a table."""
    table = Table.opened(client, SAMPLES[THREE])
    await_read_models(client)
    return Promises(table)
