"""The counterfactual replay: the record played on from a point at which a seat decides otherwise.

What others decided is decided again, and so is what the same seat did later as far as it still may; chance answers as
it did.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.games.counterfactual import Stop, evolve_step, replay_decision, table_act_stop
from oathbook.domain.games.decision_results import DecisionResult, conceal_unknown_piles, try_decision
from oathbook.domain.games.game import evolve_state
from oathbook.domain.games.game_events import Entry, OutcomeFollowed
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.kernel import Draw, Seat
from oathbook.domain.promises.chances.played_game import GameStep, PlayedGame
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.monitor.timeline import extend_timeline
from oathbook.domain.rulesets.vocabulary import Fact


class PossibleMove(Struct, frozen=True):
    """A decision that could have been taken at a position, ``instead`` of the one there or just before it.

    Without a ``decision`` the one that stands there is left out.
    """

    position: int
    decision: Any
    instead: bool


class OtherLine:
    """A game as it could have been: as recorded up to a step, and from there on as it is told."""

    def __init__(self, game: PlayedGame, step: int) -> None:
        self._begun = game.steps[step].before if step < len(game.steps) else game.end
        self._game = game
        self._ruleset = game.ruleset
        self._entries: list[Entry] = []
        self.steps = 0
        self.state: Any = self._begun.segmentation.state
        self.refused = False  # whether a move that was put in is not allowed there
        self.facts: list[Fact] = []  # those of the last step

    @property
    def moments(self) -> tuple[Moment, ...]:
        """All of it from the beginning on."""
        new = extend_timeline(self._ruleset, self._begun, self._entries).segmentation.moments
        return (*self._game.trace.moments[: self._begun.segmentation.count], *new)

    def decide(self, decision: Any, position: int, draws: tuple[Draw, ...]) -> str:
        """Let something be decided; answers what the rules said (``follows`` if it was allowed)."""
        given = conceal_unknown_piles(try_decision(self._ruleset, self.state, decision, RecordedChance(draws)))
        self._happen(position, given)
        return given.kind

    def put_in(self, move: PossibleMove, draws: tuple[Draw, ...]) -> int | None:
        """Let a move be decided; answers its position if it depends on a draw that was not made: the line parts there.

        A move that the rules do not allow there is left out.
        """
        kind = self.decide(move.decision, move.position, draws)
        self.refused = self.refused or kind == "refused"
        return None if kind in {"follows", "refused"} else move.position

    def play(self, step: PlayedStep, seat: Seat) -> int | None:
        """Let a recorded decision be taken again; answers its position if that cannot be: the line parts there.

        One of this seat's that it no longer may take is left out.
        """
        given = replay_decision(self._ruleset, self.state, step, lambda _: step.by == seat)
        if isinstance(given, Stop):
            return step.at
        self._happen(step.at, given)
        return None

    def repeat_table_act(self, step: GameStep) -> bool:
        """Let the table do what it did beside the rules; answers whether that can be here."""
        recorded = step.before.segmentation.state
        if table_act_stop(self._ruleset, self.state, step, is_recorded_state=self.state == recorded) is not None:
            return False
        self.state = evolve_step(self._ruleset, self.state, step)
        self.take(step.entries)
        return True

    def take(self, entries: Sequence[Entry]) -> None:
        """Let a step happen: what is no decision happens as it did."""
        self.steps += 1
        self._entries += (replace(entry, step=self.steps) for entry in entries)

    def _happen(self, position: int, given: DecisionResult) -> None:
        if given.kind != "follows":
            return
        self.state = evolve_state(self._ruleset, self.state, given.consequences)
        self.facts = [fact for each in given.consequences for fact in self._ruleset.facts(each.event)]
        self.take([Entry(position, 0, "", "rules", OutcomeFollowed(position, given.consequences))])


def replay_line(
    game: PlayedGame, line: OtherLine, steps: Sequence[int], seat: Seat, instead: Sequence[PossibleMove]
) -> int | None:
    """Carry a line over steps of the record with moves of a seat put in; answers where it parts, if it does.

    It parts from the record where another seat can no longer decide what it did, or not with that draw.
    """
    for number in steps:
        step = game.steps[number]
        if step.table_act is not None:
            if not line.repeat_table_act(step):
                return step.at
        elif number not in game.decided:
            line.take(step.entries)
        elif (parted := _one(line, step, seat, instead)) is not None:
            return parted
    return None


def _one(line: OtherLine, step: GameStep, seat: Seat, instead: Sequence[PossibleMove]) -> int | None:
    here = [move for move in instead if move.position == step.at]
    for move in here:
        if move.decision is not None and (parted := line.put_in(move, step.draws)) is not None:
            return parted
    return None if any(move.instead for move in here) else line.play(step, seat)
