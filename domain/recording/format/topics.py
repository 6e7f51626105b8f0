"""The closed table of what a game's stream may hold: topic, type, and the upcast of an older version."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from oathbook.domain.games.events import (
    Body,
    DecisionMade,
    DrawMade,
    GameCorrected,
    GameEnded,
    GameForked,
    GameOpened,
    GameUnsealed,
    OutcomeFollowed,
    PromiseAnswered,
    PromiseClaimed,
    PromiseConsented,
    PromiseDeclined,
    PromiseEvent,
    PromiseOffered,
    PromiseRuled,
    PromiseSigned,
    PromiseWithdrawn,
    RuledEvent,
    SeedRevealed,
)
from oathbook.domain.recording.format.state_forms import StateForms
from oathbook.domain.rulesets.protocol import Wire


class Topic(Struct, frozen=True):
    """A topic: the type its data has, and how that becomes today's body (its upcast), if it is another.

    ``stored`` makes of a body the data that is written.
    """

    kind: Any
    upcast: Callable[[Any], Body] | None = None
    stored: Callable[[Any], Any] | None = None


PROMISES: Final[Mapping[type[PromiseEvent], str]] = {
    PromiseOffered: "promise.offered/1",
    PromiseSigned: "promise.signed/1",
    PromiseDeclined: "promise.declined/1",
    PromiseWithdrawn: "promise.withdrawn/1",
    PromiseConsented: "promise.consented/1",
    PromiseClaimed: "promise.claimed/1",
    PromiseAnswered: "promise.answered/1",
    PromiseRuled: "promise.ruled/1",
}
"""The life of a promise: its events are the same whatever is played."""


CORRECTED: Final = "game.corrected/1"
FORKED: Final = "game.forked/1"
UNSEALED: Final = "game.unsealed/1"
RULED: Final[Mapping[type[RuledEvent], str]] = {
    GameCorrected: CORRECTED,
    GameForked: FORKED,
    GameUnsealed: UNSEALED,
}
"""What rulings do to a game."""


DRAWN: Final = "game.draw/1"
DRAWN_HIDDEN: Final = "game.draw/2"
"""A draw that hides something; one that does not stays as it was before there were such draws, byte for byte."""


def topics_of(wire: Wire) -> Mapping[str, Topic]:
    """Every topic of a game's stream, with a ruleset's own types in their places."""
    opened: Any = GameOpened
    decided: Any = DecisionMade
    followed: Any = OutcomeFollowed
    corrected: Any = GameCorrected
    forms = StateForms(wire)
    return {
        "game.opened/1": Topic(opened[wire.components, wire.switches, wire.start]),
        "game.decision/1": Topic(decided[wire.decision]),
        DRAWN: Topic(DrawMade),
        DRAWN_HIDDEN: Topic(DrawMade),
        "game.outcome/1": Topic(followed[wire.event]),
        CORRECTED: Topic(
            corrected[wire.event, forms.kind],
            lambda data: replace(data, state=forms.read(data.state)),
            lambda body: replace(body, state=forms.stored(body.state)),
        ),
        FORKED: Topic(GameForked),
        UNSEALED: Topic(GameUnsealed),
        "game.seed-revealed/1": Topic(SeedRevealed),
        "game.closed/1": Topic(GameEnded),
        **{topic: Topic(kind) for kind, topic in PROMISES.items()},
    }


def topic_of(body: Body) -> str:
    """The topic that a body is written under today."""
    if isinstance(body, DrawMade) and body.draw.hidden is not UNSET:
        return DRAWN_HIDDEN
    return _TOPICS[type(body)]


_TOPICS: Final[Mapping[type[Any], str]] = {
    GameOpened: "game.opened/1",
    DecisionMade: "game.decision/1",
    DrawMade: DRAWN,
    OutcomeFollowed: "game.outcome/1",
    SeedRevealed: "game.seed-revealed/1",
    GameEnded: "game.closed/1",
    **RULED,
    **PROMISES,
}
