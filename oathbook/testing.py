"""What the tests of a ruleset use; with ``-p oathbook.testing`` it is a plugin of pytest."""

from oathbook.replays.testing.plugin import (
    keeps_laws,
    oathbook_ruleset,
    pytest_addoption,
    pytest_collect_file,
    recorded,
)

__all__ = ["keeps_laws", "oathbook_ruleset", "pytest_addoption", "pytest_collect_file", "recorded"]
