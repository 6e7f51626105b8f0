"""What ``verify`` does with each record, in any process, and what it says of it."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final, Literal

from msgspec import Raw, Struct
from msgspec.structs import asdict

from oathbook.api.cli.archives.work import Task, Work, WorkResult
from oathbook.api.cli.input_files import label_refusals
from oathbook.api.cli.output import counted
from oathbook.api.cli.records import record_to_verify
from oathbook.api.schemas.editions import clause_texts
from oathbook.domain.errors import BadRecord, NotFound
from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.games.game_events import BySeed, Entry, GameOpened
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.verification import Unchecked, Verification, verify

OF_A_DECISION: Final = {"decision", "draw", "consequence", "reasons"}


class ExplainedDiscrepancy(Struct, frozen=True):
    """A discrepancy with the words of its clause."""

    position: int
    kind: str
    says: str
    clause: str
    words: str
    recorded: Raw
    follows: Raw


class VerifiedRecord(Struct, frozen=True):
    """The verdict on a record as it is told.

    ``recomputed`` says that draws were recomputed from the seed, ``compared`` how the decisions come out under another
    edition. ``decided_by`` is the distribution whose rules the record says it was opened under, ``checked_with`` the
    one that is installed; our own rules name none.
    """

    status: Literal["sound", "discrepancy", "partial"]
    game: str
    edition: str
    events: int
    head: str
    reached: int
    decisions: int
    draws: int
    proofs: int
    recomputed: bool
    discrepancies: tuple[ExplainedDiscrepancy, ...]
    reasons: tuple[ExplainedDiscrepancy, ...]
    corrected: tuple[ExplainedDiscrepancy, ...]
    unchecked: tuple[Unchecked, ...]
    compared: str = ""
    decided_by: str = ""
    checked_with: str = ""


class VerifyWork(Work[VerifiedRecord], frozen=True):
    """Verify each record, under another edition if one is named, a fork against its parent."""

    edition: str | None
    parent: str | None

    def answer(self, task: Task) -> WorkResult[VerifiedRecord]:
        """The verdict; refusals say that the record cannot be read."""
        place = task.place
        text, read = self.text_of(place, whole=False)
        parent = self._parent(read() if not place.address else None)
        key = self.key(["verify", self.edition], text, *([] if parent is None else [record_text(parent)]))
        if key in task.known:
            return WorkResult(task.number, place.name, key)
        record, other = read(), None if self.edition is None else load_registry().ruleset(self.edition)
        with label_refusals(place.name):
            must_be_same_game(record, other)
            return WorkResult(task.number, place.name, key, verify_record(record, other, parent))

    def _parent(self, stored: Record | None) -> Record | None:
        """The parent of a fork, if it is named or in the same database."""
        if self.parent is not None:
            return _parent_record(self.parent, self.database)
        above = None if stored is None else stored.opened.parent
        if above is None:
            return None
        try:
            return record_to_verify(above.game, self.database)
        except NotFound:
            return None


@cache
def _parent_record(parent: str, database: str) -> Record:
    """The named parent, which is one for all records."""
    return record_to_verify(parent, database)


def verify_record(record: Record, other: AnyRuleset | None, parent: Record | None) -> VerifiedRecord:
    """The verdict on a record, as it is told."""
    verdict, rules = verify(record, other, parent=parent), (other or record.ruleset, record.ruleset)
    explained: dict[str, Any] = {
        name: tuple(_explain(rules, each) for each in getattr(verdict, name))
        for name in ("discrepancies", "reasons", "corrected")
    }
    return VerifiedRecord(
        **{**asdict(verdict), **explained},
        status=verdict.status,
        recomputed=_has_seed(record),
        compared="" if verdict.edition == record.ruleset.edition.key else _comparison_text(record, verdict),
        decided_by=_origin(record),
        checked_with=rules[0].edition.origin,
    )


def _origin(record: Record) -> str:
    """Whose rules a record was opened under, if it says so."""
    match record.events[:1]:
        case (EncodedEvent(entry=Entry(body=GameOpened(origin=origin))),):
            return origin
        case _:
            return ""


def must_be_same_game(record: Record, other: AnyRuleset | None) -> None:
    """Refuse an edition of another game: it has other events."""
    own = record.ruleset.edition.key
    if other is not None and other.edition.key.partition("/")[0] != own.partition("/")[0]:
        raise BadRecord(f"--edition {other.edition.key}: it cannot read a record of {own}")


def _comparison_text(record: Record, verdict: Verification) -> str:
    """How many decisions come out differently under another edition, and how many for other reasons only."""
    steps = {entry.position: entry.step for entry in record.entries()}

    def decisions(found: Iterable[Discrepancy]) -> int:
        return len({steps[each.position] for each in found if each.kind in OF_A_DECISION})

    different, reasons = decisions(verdict.discrepancies), decisions(verdict.reasons)
    return f"of {counted(verdict.decisions, 'decision')}, different: {different}; for other reasons only: {reasons}"


def _has_seed(record: Record) -> bool:
    """Whether the record opens its seed."""
    match record.entries()[0].body:
        case GameOpened(chance=BySeed(seed=seed)):
            return seed.is_open
        case _:
            return False


def _explain(rules: tuple[AnyRuleset, ...], found: Discrepancy) -> ExplainedDiscrepancy:
    """A discrepancy with the words of its clause in the edition that decides, else in the record's own."""
    words = (clause_texts(each, [found.clause])[found.clause].get("words", "") for each in rules)
    recorded, follows = (Raw(value_text(each)) for each in (found.recorded, found.follows))
    known = (found.position, found.kind, found.says, found.clause)
    return ExplainedDiscrepancy(*known, next(filter(None, words), ""), recorded, follows)
