"""The counterfactual replay: the record played on from a point at which a seat decides otherwise.

What others decided is decided again, and so is what the same seat did later as far as it still may; chance answers as
it did. It supports a witness or refutes it, and seldom does more: most games soon part from their record.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.chance.recorded import Recorded
from domain.games.counterfactual import Stop, played
from domain.games.events import Body, Entry, GameEnded, OutcomeFollowed
from domain.games.game import evolved_through
from domain.games.played_record import PlayedStep
from domain.games.recompute import Answer, answer
from domain.kernel.draws import Draw
from domain.kernel.seats import Seat
from domain.promises.blame.causes import PossibleMove, Supported
from domain.promises.blame.played_game import GameStep, PlayedGame
from domain.promises.evaluator.verdict import judged
from domain.promises.logic.formula import Agreement, Path
from domain.promises.logic.moments import Moment
from domain.promises.logic.proof import FAILED, MET, Node
from domain.promises.monitor.timeline import timeline_after
from domain.promises.trace.trace import Trace
from domain.rulesets.vocabulary import Fact

ReplayFinding = Literal["confirmed", "diverged", "open", "refuted"]
ReplayOutcome = Literal["met", "failed", "open"]


class OtherLine:
    """A game as it could have been: as recorded up to a step, and from there on as it is told."""

    def __init__(self, game: PlayedGame, step: int) -> None:
        """Begin before a step, or after the last one."""
        self._begun = game.steps[step].before if step < len(game.steps) else game.end
        self._game = game
        self._ruleset = game.ruleset
        self._entries: list[Entry] = []
        self.steps = 0
        """How many have been taken."""
        self.state: Any = self._begun.segmentation.state
        self.over = False
        self.refused = False
        """Whether a move that was put in is not allowed there."""
        self.facts: list[Fact] = []
        """What happened in the last step."""

    @property
    def moments(self) -> tuple[Moment, ...]:
        """All of it from the beginning on."""
        new = timeline_after(self._ruleset, self._begun, self._entries).segmentation.moments
        return (*self._game.trace.moments[: self._begun.segmentation.count], *new)

    def decide(self, decision: Any, position: int, draws: tuple[Draw, ...]) -> str:
        """Let something be decided; answers what the rules said (``follows`` if it was allowed)."""
        given = answer(self._ruleset, self.state, decision, Recorded(draws))
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
        given = played(self._ruleset, self.state, step, lambda _: step.by == seat)
        if isinstance(given, Stop):
            return step.at
        self._happen(step.at, given)
        return None

    def take(self, entries: Sequence[Entry]) -> None:
        """Let a step happen: what is no decision happens as it did."""
        self.steps += 1
        self._entries += (replace(entry, step=self.steps) for entry in entries)

    def _happen(self, position: int, given: Answer) -> None:
        if given.kind != "follows":
            return
        self.state = evolved_through(self._ruleset, self.state, given.consequences)
        self.facts = [fact for each in given.consequences for fact in self._ruleset.facts(each.event)]
        bodies: list[Body] = [OutcomeFollowed(position, given.consequences)]
        ending = self._ruleset.standing(self.state).ending
        if ending is not None:
            self.over = True
            bodies.append(GameEnded(ending))
        self.take([Entry(position, 0, "", "rules", body) for body in bodies])


def followed(
    game: PlayedGame, line: OtherLine, steps: Sequence[int], seat: Seat, instead: Sequence[PossibleMove]
) -> int | None:
    """Carry a line over steps of the record with moves of a seat put in; answers where it parts, if it does.

    It parts from the record where another seat can no longer decide what it did, or not with that draw.
    """
    for number in steps:
        step = game.steps[number]
        if number not in game.decided:
            line.take(step.entries)
        elif (parted := _one(line, step, seat, instead)) is not None:
            return parted
    return None


def _one(line: OtherLine, step: GameStep, seat: Seat, instead: Sequence[PossibleMove]) -> int | None:
    here = [move for move in instead if move.position == step.at]
    for move in here:
        if move.decision is not None and (parted := line.put_in(move, step.draws)) is not None:
            return parted
    return None if line.over or any(move.instead for move in here) else line.play(step, seat)


# What a witness is worth -----------------------------------------------------------------------------------------


class Replayed(Struct, frozen=True):
    """What a replay says of a clause: met, failed, or still open; where it parted, how it stood, and its length."""

    says: ReplayFinding
    parted: int | None
    state: Any
    steps: int

    @property
    def support(self) -> Supported:
        """As a witness keeps it; one that is refuted is none."""
        return "" if self.says == "refuted" else self.says


class Trial(Struct, frozen=True):
    """A promise that is broken, in its game, with the moment in which it broke: what replays are held against."""

    game: PlayedGame
    promise: str
    agreement: Agreement
    signed: int
    broken: int

    def replayed(self, moves: Sequence[PossibleMove], seat: Seat, path: Path, *, kept: bool = False) -> Replayed:
        """What had become of a clause with these moves; where it must only be ``kept``, that it is open is enough."""
        first = min(move.position for move in moves)
        start = next((each.number for each in self.game.commands if each.at == first), len(self.game.steps))
        line = OtherLine(self.game, start)
        over, end = self.game.step_at(self.broken) + 1, len(self.game.steps)
        parted = followed(self.game, line, range(start, over), seat, moves)
        worth = self.worth(line.moments, path)
        if worth == "open" and parted is None and not kept:
            parted = followed(self.game, line, range(over, end), seat, moves)
            if parted is None:
                self._after_all(line, moves)
            worth = self.worth(line.moments, path)
        return Replayed(_says(worth, parted, line, kept=kept), parted, line.state, line.steps)

    def _after_all(self, line: OtherLine, moves: Sequence[PossibleMove]) -> None:
        """Decide the moves that come after the last decision of the record."""
        last = self.game.commands[-1].at
        for move in moves:
            if move.position > last and not line.over:
                line.put_in(move, ())

    def worth(self, moments: Sequence[Moment], path: Path) -> ReplayOutcome:
        """What a clause comes to in another line of the game."""
        proof = judged(self.promise, self.agreement, self.signed, Trace.of(moments, self.game.trace.reader))
        leaves = [node for node in _nodes(proof.root) if node.path == path and node.leaf is not None]
        closed = proof.status != "pending"
        if any(node.value == FAILED and (node.decided or closed) for node in leaves):
            return "failed"
        return "met" if all(node.value == MET and (node.decided or closed) for node in leaves) else "open"


def _says(worth: ReplayOutcome, parted: int | None, line: OtherLine, *, kept: bool) -> ReplayFinding:
    if worth == "failed" or line.refused:
        return "refuted"
    if worth == "met" or kept:
        return "confirmed" if parted is None else "diverged"
    return "open"


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for kid in node.kids:
        yield from _nodes(kid)
