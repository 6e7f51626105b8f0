"""A question to the rules: a state to ask in, a decision, and the draws somebody supposes."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, cast

import msgspec
from msgspec import Struct

from api.files import MOST_BYTES, bytes_in, json_given, naming, position_in
from domain.chance.witnessed import Report, Witnessed
from domain.errors import BadRecord
from domain.games.events import Entry
from domain.games.game import Game
from domain.games.recompute import Answer, answer
from domain.kernel.seats import TABLE
from domain.promises.forecast import Forecast, forecast
from domain.recording import pen as pens
from domain.recording.clear import decision_from
from domain.recording.pen import Opening
from domain.recording.plain import json_from
from domain.recording.record import Record, folded
from domain.recording.setups import setup_from, written_setup
from domain.recording.sources import Sources, of_this_machine
from domain.rulesets.protocol import AnyRuleset
from domain.rulesets.registry import installed

MOST_SETUP_BYTES: Final = 1024 * 1024


RulesetOf = Callable[[str], AnyRuleset]


class Named(Struct, frozen=True):
    """What whoever asks calls the decision and the draws."""

    decision: str
    draws: str


TYPED: Final = Named("--decision", "--draws")
SENT: Final = Named("decision", "draws")


class Asked(NamedTuple):
    """What a question is about: a game under a ruleset, at a position of its record or only set up.

    ``entries`` are those of the record up to there, as whoever asks has them.
    """

    ruleset: AnyRuleset
    game: Game
    at: int | None
    entries: tuple[Entry, ...] = ()


class Question(Struct, frozen=True):
    """What is asked: the game, at a position of its record or set up without one, the decision, the supposed draws.

    ``draws_named`` is what whoever asks calls the draws.
    """

    ruleset: AnyRuleset
    game: Game
    at: int | None
    decision: Any
    draws: tuple[Report, ...]
    draws_named: str
    entries: tuple[Entry, ...] = ()

    def foreseen(self, given: Answer) -> Forecast | None:
        """What it would do to promises; nothing where the rules do not allow it, or nothing was promised."""
        if not self.game.promises or given.kind not in {"follows", "depends"}:
            return None
        return forecast(self.ruleset, self.game, self.entries, self.decision, self.draws)

    def answered(self) -> Answer:
        """What the rules say. Chance is what is supposed, never the seed.

        ``BadRecord`` where a supposed draw cannot be, or where nothing asks for it.
        """
        given = answer(self.ruleset, self.game.state, self.decision, Witnessed(self.draws))
        if given.kind == "impossible":
            msg = f"{self.draws_named}: {given.says}"
            raise BadRecord(msg)
        if given.kind in {"follows", "depends"}:
            self._must_be_asked_for(given)
        return given

    def _must_be_asked_for(self, given: Answer) -> None:
        asked = {request.label for request in given.requests}
        unasked = [report.label for report in self.draws if report.label not in asked]
        if unasked:
            before = "" if given.request is None else f" before {given.request.label!r} is drawn"
            msg = f"{self.draws_named}: nothing asks for {', '.join(map(repr, unasked))}{before}"
            raise BadRecord(msg)


def question(asked: Asked, value: object, draws: tuple[Report, ...], sources: Sources, *, named: Named) -> Question:
    """A question as somebody writes it; ``BadRecord`` names what does not fit in it."""
    ruleset, game, at, entries = asked
    made = decision_from(ruleset.wire.decision, value, by=None, salts=sources.salts, where=named.decision)
    seats = (*(each.seat for each in game.opened.seats), TABLE)
    if made.by not in seats:
        msg = f"{named.decision}: by: there is no seat {made.by!r}; the seats are {', '.join(seats)}"
        raise BadRecord(msg)
    labels = [report.label for report in draws]
    for label in labels:
        if labels.count(label) > 1:
            msg = f"{named.draws}: {label!r} is drawn twice"
            raise BadRecord(msg)
    return Question(ruleset, game, at, made, draws, named.draws, entries)


def set_up(fields: Mapping[str, Any], ruleset_of: RulesetOf, sources: Sources, *, where: str) -> Asked:
    """A game that has just been set up; ``BadRecord`` names what does not fit, ``UnknownEdition``."""
    setup = dict(fields)
    edition = setup.pop("edition", None)
    if not isinstance(edition, str):
        msg = f'{where}: edition: a setup is an object that names its edition, such as {{"edition":"knights_duty/1",…}}'
        raise BadRecord(msg)
    ruleset = ruleset_of(edition)
    written = written_setup(setup, where=where)
    opening = Opening(setup_from(ruleset, written, where=where), "witnessed", written.reveal)
    pen, _ = pens.opened(ruleset, opening, sources)
    return Asked(ruleset, pen.game, None)


def in_record(record: Record, at: int, decision: str, draws: str | None) -> Question:
    """A question in a record's game after so many events; ``BadRecord`` names what does not fit."""
    game = folded(record, at=position_in(record, at))
    return _typed(Asked(record.ruleset, game, game.position, record.entries()[: game.position]), decision, draws)


def in_setup(file: str, decision: str, draws: str | None) -> Question:
    """A question in a game that has just been set up; ``BadRecord`` names what does not fit."""
    value = json_from(bytes_in(file, most=MOST_BYTES), where=file, most_bytes=MOST_SETUP_BYTES)
    fields = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    with naming(file):
        asked = set_up(fields, installed().ruleset, of_this_machine(), where=file)
    return _typed(asked, decision, draws)


def _typed(asked: Asked, decision: str, draws: str | None) -> Question:
    value = json_given(decision, option=TYPED.decision)
    return question(asked, value, () if draws is None else _reports(draws), of_this_machine(), named=TYPED)


def _reports(draws: str) -> tuple[Report, ...]:
    try:
        reports: tuple[Report, ...] = msgspec.convert(json_given(draws, option="--draws"), tuple[Report, ...])
    except msgspec.ValidationError as problem:
        msg = f"--draws: {problem}"
        raise BadRecord(msg) from None
    return reports
