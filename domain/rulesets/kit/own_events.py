"""The types of events of a declared game, and the two that every such game has: a turn is over, the game is over."""

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import defstruct
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.kit.changes import OWN
from oathbook.domain.rulesets.kit.declarations import EventSpec
from oathbook.domain.rulesets.kit.play import EventBase
from oathbook.domain.rulesets.kit.rows import Row
from oathbook.domain.rulesets.kit.specs import display_player, wire_type, words_for
from oathbook.domain.rulesets.kit.wording import format_list
from oathbook.domain.rulesets.protocol import Ending

_WORDS_BEGIN: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def event_type(name: str, says: str, fields: Mapping[str, Any]) -> Any:
    """The type of an event; records know *CardDealt* as ``card_dealt``."""
    tag = _WORDS_BEGIN.sub("_", name).lower()
    of_wire = [(each, wire_type(kind)) for each, kind in fields.items()]
    return defstruct(name, of_wire, bases=(EventBase,), frozen=True, tag=tag, namespace={"__doc__": says})


def ended_event() -> EventSpec:
    """The game is over; its field is the ``Ending``."""
    kind = event_type("Ended", "The game is over.", {"ending": Ending})
    outcome = {"outcome": _outcome_of}
    row = Row(kind, "game_ends", _ending_in_words, "outcome", "", marker=True, computed=outcome)
    return EventSpec(kind, row, (_end,), ())


def turn_ended_event() -> EventSpec:
    """The turn of a seat is over, and the next seat's begins."""
    sentence = "the turn of {seat} ends"
    kind = event_type("TurnEnded", sentence, {OWN: Seat})
    words = words_for(kind, to_everybody=True)
    return EventSpec(kind, Row(kind, "turn_ends", sentence, marker=True, begins="turn", words=words), (_pass_turn,), ())


def _outcome_of(event: Any) -> str:
    return str(event.ending.outcome)


def _ending_in_words(event: Any) -> str:
    winners = format_list([display_player(each) for each in event.ending.winners])
    won = f": {winners} {'win' if len(event.ending.winners) > 1 else 'wins'}" if winners else ""
    return f"the game is over, {event.ending.outcome}{won}"


def _end(state: Any, event: Any) -> Any:
    return replace(state, ending=event.ending)


def _pass_turn(state: Any, event: Any) -> Any:
    return replace(state, turn=state.seats[(state.seats.index(event.seat) + 1) % len(state.seats)])
