"""Reads the letters of a sheet aloud: the words that are signed, who signs, who is addressed, and what they cost."""

from collections.abc import Iterator

from msgspec.structs import replace

from oathbook.api.schemas.letter_review import game_context, review_letter
from oathbook.domain.games.game_events import EventBody, PromiseOffered
from oathbook.domain.kernel import Roster, Seat
from oathbook.domain.promises.evaluator.duties import Duty
from oathbook.domain.promises.logic.paths import label_of
from oathbook.domain.recording.format.record import Record


def letters_aloud(record: Record) -> Iterator[str]:
    """The letters of a record, a few lines each."""
    for entry in record.entries():
        yield from letter_aloud(record, entry.body)


def letter_aloud(record: Record, body: EventBody) -> Iterator[str]:
    """The letter that an event offers, line by line; nothing for any other event."""
    if not isinstance(body, PromiseOffered):
        return
    roster = record.opened.roster
    yield f"{body.promise}: {body.letter}"
    yield f"  signs: {_names(body.signers, roster)}; addressed: {_names(body.addressees, roster) or 'nobody'}"
    review = review_letter(body.letter, game_context(record.ruleset, record.opened.setup()))
    for duty in review.duties:
        yield from (f"  {each}" for each in duty_rows(replace(duty, says=roster.name_ids(duty.says))))
    for remark in review.remarks:
        yield f"  note: {roster.name_ids(remark.says)}"


def duty_rows(duty: Duty) -> Iterator[str]:
    """A duty as a row with its clause, and an indented one for each thing that is to be known of it."""
    first, *others = duty.rows
    yield f"{label_of(duty.path)}: {first}"
    yield from (f"  {each}" for each in others)


def _names(seats: tuple[Seat, ...], roster: Roster) -> str:
    return ", ".join(map(roster.call, seats))
