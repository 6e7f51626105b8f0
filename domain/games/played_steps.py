"""A record taken apart into its steps: each decision with its draws and outcome, as corrections have put them right."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from msgspec import Struct

from oathbook.domain.games import game_events
from oathbook.domain.games.corrections import CorrectedOutcome
from oathbook.domain.games.table_events import AnyTableActed, TableActed
from oathbook.domain.kernel import Draw, Seat
from oathbook.domain.rulesets.protocol import Consequence


class PlayedStep(Struct, frozen=True):
    """The events of one step, as ``apply_corrections`` reads them; a decision, if there is one, is its first event."""

    entries: tuple[game_events.Entry, ...]

    @property
    def at(self) -> int:
        """The position of its first event."""
        return self.entries[0].position

    @property
    def last(self) -> int:
        """The position of its last event."""
        return self.entries[-1].position

    @property
    def is_decided(self) -> bool:
        """Whether something was decided in it."""
        return isinstance(self.entries[0].body, game_events.DecisionMade)

    @property
    def decision(self) -> Any:
        """What was decided."""
        made = self.entries[0].body
        assert isinstance(made, game_events.DecisionMade), (
            "only a step in which something was decided is asked for its decision"
        )
        return made.decision

    @property
    def table_act(self) -> AnyTableActed | None:
        """What the table did in it beside the rules, if it did."""
        made = self.entries[0].body
        return made if isinstance(made, TableActed) else None

    @property
    def by(self) -> Seat:
        """Who decided it, or did it beside the rules."""
        return Seat(self.decision.by) if self.table_act is None else self.table_act.of

    @property
    def outcome_at(self) -> int | None:
        """The position of its outcome; nothing in a record that has none there."""
        return next(
            (each.position for each in self.entries if isinstance(each.body, game_events.OutcomeFollowed)), None
        )

    @property
    def consequences(self) -> game_events.Consequences:
        """What followed."""
        bodies = (each.body for each in self.entries)
        return tuple(one for body in bodies for one in consequences_of(body))

    @property
    def positioned_draws(self) -> list[tuple[int, Draw]]:
        """Its draws, each with its position: where it was recorded or, if only a correction has it, the last."""
        recorded = [
            (each.position, each.body.draw) for each in self.entries if isinstance(each.body, game_events.DrawMade)
        ]
        if self.corrected_outcome is None or self.corrected_outcome.draws is None:
            return recorded
        places = {draw.label: position for position, draw in recorded}
        return [(places.get(draw.label, self.last), draw) for draw in self.corrected_outcome.draws]

    @property
    def draws(self) -> tuple[Draw, ...]:
        """The draws that its outcome follows from."""
        return tuple(draw for _, draw in self.positioned_draws)

    @property
    def corrected_outcome(self) -> CorrectedOutcome | None:
        """The outcome that corrections have put in the place of the recorded one, if any."""
        return next((each.body for each in self.entries if isinstance(each.body, CorrectedOutcome)), None)

    @property
    def is_struck(self) -> bool:
        """Whether a correction has left its decision out, or it was taken back."""
        return self.corrected_outcome is not None and self.corrected_outcome.struck


def consequences_of(body: game_events.EventBody) -> game_events.Consequences:
    """What an event says that happened in the game; a table gives no reasons for what it does beside the rules."""
    match body:
        case game_events.OutcomeFollowed(consequences=consequences):
            return consequences
        case TableActed(did=did):
            return tuple(Consequence(event, ()) for event in did)
        case _:
            return ()


def acting_seat(body: game_events.EventBody) -> Seat | None:
    """Whose decision an event is, or whose deed beside the rules; nobody's if it is neither."""
    match body:
        case game_events.DecisionMade(decision):
            return Seat(decision.by)
        case TableActed(of):
            return of
        case _:
            return None


def steps_of(entries: Iterable[game_events.Entry]) -> Iterator[PlayedStep]:
    """The steps of a record, in order: events next to each other with the same step number."""
    return (PlayedStep(tuple(step)) for _, step in groupby(entries, lambda entry: entry.step))
