"""The closed table of what a game's stream may hold: topic, type, and the upcast of an older version."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from oathbook.domain.games import game_events, takeback_events
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.recording.format.state_forms import StateForms
from oathbook.domain.rulesets.protocol import WireTypes


class Topic(Struct, frozen=True):
    """A topic: the type its data has, and how that becomes today's body (its upcast), if it is another.

    ``stored`` makes of a body the data that is written.
    """

    kind: Any
    upcast: Callable[[Any], game_events.EventBody] | None = None
    stored: Callable[[Any], Any] | None = None


PROMISE_TOPICS: Final[Mapping[type[game_events.PromiseEvent], str]] = {
    game_events.PromiseOffered: "promise.offered/1",
    game_events.PromiseSigned: "promise.signed/1",
    game_events.PromiseDeclined: "promise.declined/1",
    game_events.PromiseWithdrawn: "promise.withdrawn/1",
    game_events.PromiseConsented: "promise.consented/1",
    game_events.PromiseClaimed: "promise.claimed/1",
    game_events.PromiseAnswered: "promise.answered/1",
    game_events.PromiseRuled: "promise.ruled/1",
}
"""The life of a promise: its events are the same whatever is played."""


CORRECTED_TOPIC: Final = "game.corrected/1"
FORKED_TOPIC: Final = "game.forked/1"
UNSEALED_TOPIC: Final = "game.unsealed/1"
RULING_TOPICS: Final[Mapping[type[game_events.RulingEvent], str]] = {
    game_events.GameCorrected: CORRECTED_TOPIC,
    game_events.GameForked: FORKED_TOPIC,
    game_events.GameUnsealed: UNSEALED_TOPIC,
}
"""What rulings do to a game."""

TAKEBACK_TOPICS: Final[Mapping[type[game_events.TakebackEvent], str]] = {
    takeback_events.TakebackAsked: "game.takeback-asked/1",
    takeback_events.TakebackAnswered: "game.takeback-answered/1",
    takeback_events.StepsTakenBack: "game.taken-back/1",
}
"""What is asked, answered and done about taking back."""


TABLE_TOPIC: Final = "game.table/1"
DRAW_TOPIC: Final = "game.draw/1"
HIDDEN_DRAW_TOPIC: Final = "game.draw/2"
"""A draw that hides something; one that does not stays as it was before there were such draws, byte for byte."""


def topics_of(wire: WireTypes) -> Mapping[str, Topic]:
    """Every topic of a game's stream, with a ruleset's own types in their places."""
    opened: Any = game_events.GameOpened
    decided: Any = game_events.DecisionMade
    followed: Any = game_events.OutcomeFollowed
    corrected: Any = game_events.GameCorrected
    acted: Any = TableActed
    forms = StateForms(wire)
    return {
        "game.opened/1": Topic(opened[wire.components, wire.switches, wire.start]),
        "game.decision/1": Topic(decided[wire.decision]),
        DRAW_TOPIC: Topic(game_events.DrawMade),
        HIDDEN_DRAW_TOPIC: Topic(game_events.DrawMade),
        "game.outcome/1": Topic(followed[wire.event]),
        TABLE_TOPIC: Topic(acted[wire.decision, wire.event, wire.start]),
        CORRECTED_TOPIC: Topic(
            corrected[wire.event, forms.kind],
            lambda data: replace(data, state=forms.from_stored(data.state)),
            lambda body: replace(body, state=forms.to_stored(body.state)),
        ),
        FORKED_TOPIC: Topic(game_events.GameForked),
        UNSEALED_TOPIC: Topic(game_events.GameUnsealed),
        "game.seed-revealed/1": Topic(game_events.SeedRevealed),
        "game.closed/1": Topic(game_events.GameEnded),
        **{topic: Topic(kind) for kind, topic in (*TAKEBACK_TOPICS.items(), *PROMISE_TOPICS.items())},
    }


def topic_of(body: game_events.EventBody) -> str:
    """The topic that a body is written under today."""
    if isinstance(body, game_events.DrawMade) and body.draw.hidden is not UNSET:
        return HIDDEN_DRAW_TOPIC
    return _TOPICS[type(body)]


_TOPICS: Final[Mapping[type[Any], str]] = {
    game_events.GameOpened: "game.opened/1",
    game_events.DecisionMade: "game.decision/1",
    game_events.DrawMade: DRAW_TOPIC,
    game_events.OutcomeFollowed: "game.outcome/1",
    TableActed: TABLE_TOPIC,
    game_events.SeedRevealed: "game.seed-revealed/1",
    game_events.GameEnded: "game.closed/1",
    **RULING_TOPICS,
    **TAKEBACK_TOPICS,
    **PROMISE_TOPICS,
}
