"""Golden games: a sheet written by hand, and beside it the record that it must make for ever, byte for byte."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final, cast

from msgspec.structs import replace

from oathbook.domain.errors import UnknownEdition
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.notation.sheet_reader import record_from_notation
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays.verification import verify

SHEET_SUFFIX: Final = ".notation"
RECORD_SUFFIX: Final = ".jsonl"
START_TIME: Final = datetime(2026, 1, 1, 18, tzinfo=UTC)


def record_golden_sheet(sheet: Path, ruleset: AnyRuleset) -> Record:
    """The record of a sheet: the same bytes every time, in every version; refuses as an import does."""
    return record_from_notation(
        sheet.read_bytes(), single_ruleset(without_version(ruleset)), fixed_sources(sheet.stem), where=sheet.name
    )


def golden_sheet_problem(sheet: Path, ruleset: AnyRuleset) -> str:
    """What is wrong with a golden game, or nothing.

    Its record must be there and the one that the sheet makes, it must be sound, and come back from notation.
    """
    record, beside = record_golden_sheet(sheet, ruleset), sheet.with_suffix(RECORD_SUFFIX)
    verdict = verify(record)
    if verdict.status != "sound":
        said = "; ".join(each.says for each in verdict.discrepancies) or "; ".join(
            each.why for each in verdict.unchecked
        )
        return f"{sheet.name}: the record is no sound one: {said}"
    again = "\n".join(sheet_lines(record)).encode()
    if (
        record_from_notation(
            again, single_ruleset(without_version(ruleset)), fixed_sources("again"), where=sheet.name
        ).head
        != record.head
    ):
        return f"{sheet.name}: the record does not come back from notation"
    if not beside.exists():
        return f"{beside.name} is missing: accept it once you have worked the game out by hand"
    if beside.read_bytes() != record_text(record):
        return f"{beside.name} is not what the sheet makes any more: find out why before you accept it"
    return ""


def accept_golden_sheet(sheet: Path, ruleset: AnyRuleset) -> None:
    """Write the record that a sheet makes beside it, in the place of another one."""
    sheet.with_suffix(RECORD_SUFFIX).write_bytes(record_text(record_golden_sheet(sheet, ruleset)))


def without_version(ruleset: AnyRuleset) -> AnyRuleset:
    """The ruleset as it is in every version: it names its distribution without one."""
    same: AnyRuleset = cast("Any", _UnversionedRuleset(ruleset))  # it answers what it does not say itself
    return same


class _UnversionedRuleset:
    """A ruleset with another edition in front of it."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        self._ruleset = ruleset
        self.edition = replace(ruleset.edition, origin=ruleset.edition.origin.partition(" ")[0])

    def __getattr__(self, name: str) -> Any:
        """Answer everything else as it does."""
        return getattr(self._ruleset, name)


def single_ruleset(ruleset: AnyRuleset) -> Callable[[str], AnyRuleset]:
    """Finds this one ruleset by the key of its edition; ``UnknownEdition`` for any other."""

    def find(key: str) -> AnyRuleset:
        if key != ruleset.edition.key:
            raise UnknownEdition(f"these are tests of {ruleset.edition.key!r}, and not of {key!r}")
        return ruleset

    return find


def fixed_sources(name: str) -> Sources:
    """A clock that goes on a second an event, and an id, salts and seeds that depend on nothing but the name."""
    seconds, salts = count(), count()

    def drawn(what: str, digits: int) -> str:
        return sha256(f"{name}/{what}".encode()).hexdigest()[:digits]

    return Sources(
        clock=lambda: (START_TIME + timedelta(seconds=next(seconds))).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        ids=lambda: drawn("id", 32),
        salts=lambda: drawn(f"salt/{next(salts)}", 32),
        seeds=lambda: drawn("seed", 64),
    )
