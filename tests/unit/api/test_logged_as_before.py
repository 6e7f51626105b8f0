"""What a command sets for its process does not reach the tests that follow."""

import logging
from pathlib import Path

import structlog

from tests.unit.api.running import oathbook


def test_a_command_that_serves_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    """It sets up its log before it finds that it cannot serve."""
    before, handlers = structlog.get_config(), logging.root.handlers[:]
    db = tmp_path / "games.db"
    db.write_bytes(b"no database")

    refused = oathbook("serve", "--port", "0", "--db", db)

    assert refused.code == 2
    assert structlog.get_config() == before
    assert logging.root.handlers == handlers
