"""The peer: the eventsourcing library as it comes, with its declarative aggregate, JSON transcoder and SQLite."""

import json
from pathlib import Path
from typing import Any, Final, get_args
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.workload import RULESET, Step
from oathbook.domain.games.game_events import DecisionMade, Entry, GameOpened, OutcomeFollowed
from oathbook.domain.kernel import Hidden, Opened
from oathbook.domain.rulesets.protocol import SeatSetup, Setup

Plain = dict[str, Any]
"""A value of ours in dicts, lists and strings, as the library's transcoder takes it."""

EVENTS: Final = {str(kind.__struct_config__.tag): kind for kind in get_args(RULESET.wire.event)}
"""The ruleset's types of event by their kind."""


class Match(Aggregate):
    """A match of which decisions change nothing; the library keeps what is handed to a method in the event."""

    @event("Decided")
    def decide(self, at: str, by: str, step: int, decision: Plain) -> None:
        """Keep what was decided."""


class Counted(Match):
    """A match of which only the consequences are counted."""

    @event("Opened")
    def __init__(self, at: str, by: str, opened: Plain) -> None:  # noqa: ARG002  # because they are kept in the event
        """Open it."""
        self.state = 0

    @event("Followed")
    def follow(self, at: str, by: str, step: int, of: int, consequences: list[Plain]) -> None:  # noqa: ARG002  # as above
        """Keep what followed."""
        for _ in consequences:
            self.state += 1


class Played(Match):
    """A match with its state, as the rules fold it."""

    @event("Opened")
    def __init__(self, at: str, by: str, opened: Plain) -> None:  # noqa: ARG002  # as above
        """Open it."""
        self.state: Any = RULESET.initial(_setup_in(opened))

    @event("Followed")
    def follow(self, at: str, by: str, step: int, of: int, consequences: list[Plain]) -> None:  # noqa: ARG002  # as above
        """Keep what followed."""
        for each in consequences:
            self.state = RULESET.evolve(self.state, _happened(each["event"]))


def matches_in(path: Path) -> Application[UUID]:
    """The library's application on a database file of that path."""
    return Application({"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})


def plain_step(step: Step) -> list[Plain]:
    """The events of a step, each with when, by whom and all that it says, ready for the library."""
    return [_plain_entry(sealed.entry) for sealed in step]


def plain_consequences(consequences: object) -> list[Plain]:
    """What follows from a decision, ready for the library."""
    plain: list[Plain] = json.loads(msgspec.json.encode(consequences, enc_hook=_split))
    return plain


def take(match: Counted | Played, step: list[Plain]) -> None:
    """Let a step happen to a match; it is for the application to save it."""
    for each in step:
        if "decision" in each:
            match.decide(**each)
        else:
            match.follow(**each)


def _plain_entry(entry: Entry) -> Plain:
    body = entry.body
    plain: Plain = json.loads(msgspec.json.encode(body, enc_hook=_split))
    told: Plain = {"at": entry.at, "by": entry.by}
    if isinstance(body, GameOpened):
        return {**told, "opened": plain}
    assert isinstance(body, DecisionMade | OutcomeFollowed), "a match in which nothing is drawn and nothing ends"
    return {**told, "step": entry.step, **plain}


def _split(value: Hidden[Any] | Opened[Any]) -> Plain:
    if isinstance(value, Hidden):
        return {"digest": value.digest, "salt": value.salt, "to": value.to, "value": value.look()}
    return {"digest": value.digest, "salt": value.salt, "value": value.value}


def _happened(event: Plain) -> object:
    return msgspec.convert(event, EVENTS[event["kind"]], dec_hook=_joined)


def _setup_in(opened: Plain) -> Setup:
    wire = RULESET.wire
    seats = msgspec.convert(opened["seats"], tuple[SeatSetup, ...])
    components = msgspec.convert(opened["components"], wire.components)
    return Setup(seats, components, msgspec.convert(opened["switches"], wire.switches))


def _joined(kind: type, value: Plain) -> object:
    if getattr(kind, "__origin__", None) is Hidden:
        return Hidden(tuple(value["to"]), known=(value["value"],), salt=value["salt"], digest=value["digest"])
    return Opened(value["value"], salt=value["salt"], digest=value["digest"])
