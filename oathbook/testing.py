"""What the tests of a ruleset use: the laws, golden sheets, what a viewer can tell apart, and what promises came to.

With ``-p oathbook.testing`` among pytest's ``addopts`` it is a plugin: the setting ``oathbook_ruleset`` names the
ruleset under test, the fixtures are ``oathbook_ruleset``, ``check_laws`` and ``record_sheet``, and each ``*.notation``
file is a test. ``docs/packages.md`` shows them at work.
"""

from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.replays.testing.checks import (
    PromiseOutcome,
    check_ruleset_laws,
    promise_outcomes,
    visible_differences,
    visible_outputs,
)
from oathbook.replays.testing.golden import record_golden_sheet
from oathbook.replays.testing.plugin import (
    CheckLaws,
    RecordSheet,
    check_laws,
    oathbook_ruleset,
    pytest_addoption,
    pytest_collect_file,
    record_sheet,
)

__all__ = [
    "CheckLaws",
    "PromiseOutcome",
    "Record",
    "RecordSheet",
    "check_laws",
    "check_ruleset_laws",
    "fold_record",
    "oathbook_ruleset",
    "promise_outcomes",
    "pytest_addoption",
    "pytest_collect_file",
    "record_golden_sheet",
    "record_sheet",
    "visible_differences",
    "visible_outputs",
]
