"""The counterfactual replay: the record played on from a point at which somebody decides otherwise.

What others decided is decided again, and so is what the same seat did later as far as it still may; chance answers as
it did. It supports a witness or refutes it, and seldom does more: most games soon part from their record.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.chance.recorded import Recorded
from domain.games.events import Body, Entry, GameEnded, OutcomeFollowed
from domain.games.recompute import answer
from domain.kernel.draws import Draw
from domain.kernel.seats import Seat
from domain.promises.blame.causes import Move, Supported
from domain.promises.blame.commands import Command, Played
from domain.promises.evaluator.judging import judged
from domain.promises.logic.formula import Agreement, Path
from domain.promises.logic.moments import Moment
from domain.promises.logic.proof import FAILED, MET, Node
from domain.promises.monitor.timeline import carried
from domain.promises.trace.trace import Trace
from domain.rulesets.vocabulary import Fact

Says = Literal["confirmed", "diverged", "open", "refuted"]
Worth = Literal["met", "failed", "open"]


class Parting(Struct, frozen=True):
    """Where a line parts from the record: what was decided there could no longer be decided, or not with that draw."""

    position: int
    by: Seat


class Line:
    """A game as it could have been: as recorded up to a step, and from there on as it is told."""

    def __init__(self, game: Played, step: int) -> None:
        """Begin before a step; behind the last one it is where the game stands."""
        self._begun = game.steps[step].before if step < len(game.steps) else game.end
        self._game = game
        self._entries: list[Entry] = []
        self.steps = 0
        """How many have been taken."""
        self.state: Any = self._begun.cut.state
        self.over = False
        self.refused = False
        """Whether a move that was put in is not allowed there."""
        self.facts: list[Fact] = []
        """What happened in the last step."""

    @property
    def moments(self) -> tuple[Moment, ...]:
        """All of it from the beginning on."""
        new = carried(self._game.ruleset, self._begun, self._entries).cut.moments
        return (*self._game.trace.moments[: self._begun.cut.count], *new)

    def decide(self, decision: Any, position: int, draws: tuple[Draw, ...]) -> str:
        """Let something be decided; answers what the rules said (``follows`` if it was allowed)."""
        ruleset = self._game.ruleset
        given = answer(ruleset, self.state, decision, Recorded(draws))
        if given.kind == "follows":
            self.facts = []
            for consequence in given.consequences:
                self.state = ruleset.evolve(self.state, consequence.event)
                self.facts += ruleset.facts(consequence.event)
            bodies: list[Body] = [OutcomeFollowed(position, given.consequences)]
            ending = ruleset.standing(self.state).ending
            if ending is not None:
                self.over = True
                bodies.append(GameEnded(ending))
            self.take([Entry(position, 0, "", "rules", body) for body in bodies])
        return given.kind

    def take(self, entries: Sequence[Entry]) -> None:
        """Let a step happen: what is no decision happens as it did."""
        self.steps += 1
        self._entries += (replace(entry, step=self.steps) for entry in entries)


def followed(game: Played, line: Line, steps: Sequence[int], seat: Seat, instead: Sequence[Move]) -> Parting | None:
    """Carry a line over steps of the record with moves of a seat put in; answers where it parts, if it does.

    A move that the rules do not allow there is left out, and so is what the seat decided itself and no longer may.
    """
    for number in steps:
        command = game.of_step.get(number)
        if command is None:
            line.take(game.steps[number].entries)
        elif (parting := _one(line, command, seat, instead)) is not None:
            return parting
    return None


def _one(line: Line, command: Command, seat: Seat, instead: Sequence[Move]) -> Parting | None:
    here = [move for move in instead if move.position == command.position]
    for move in here:
        if move.decision is not None and (parting := put_in(line, move, command)) is not None:
            return parting
    if any(move.instead for move in here) or line.over:
        return None
    kind = line.decide(command.decision, command.position, command.draws)
    if kind == "follows" or (kind == "refused" and command.by == seat):
        return None
    return Parting(command.position, command.by)


def put_in(line: Line, move: Move, command: Command) -> Parting | None:
    """Let a move be decided at a point; where it depends on a draw that was not made, the line parts there."""
    kind = line.decide(move.decision, command.position, command.draws)
    line.refused = line.refused or kind == "refused"
    return None if kind in {"follows", "refused"} else Parting(command.position, command.by)


# What a witness is worth -----------------------------------------------------------------------------------------


class Replayed(Struct, frozen=True):
    """What a replay says of a clause: met, failed, or still open; where it parted, how it stood, and its length."""

    says: Says
    parted: int | None
    state: Any
    steps: int

    @property
    def support(self) -> Supported:
        """As a witness keeps it; one that is refuted is none."""
        return "" if self.says == "refuted" else self.says


class Trial(Struct, frozen=True):
    """A promise that is broken, in its game, with the moment in which it broke: what replays are held against."""

    game: Played
    promise: str
    agreement: Agreement
    signed: int
    broken: int

    def replayed(self, moves: Sequence[Move], seat: Seat, path: Path, *, kept: bool = False) -> Replayed:
        """What had become of a clause with these moves; where it must only be ``kept``, that it is open is enough."""
        first = min(move.position for move in moves)
        start = next((each.step for each in self.game.commands if each.position == first), len(self.game.steps))
        line = Line(self.game, start)
        over, end = self.game.step_at(self.broken) + 1, len(self.game.steps)
        parting = followed(self.game, line, range(start, over), seat, moves)
        worth = self.worth(line.moments, path)
        if worth == "open" and parting is None and not kept:
            parting = followed(self.game, line, range(over, end), seat, moves)
            self._behind(line, moves, parting)
            worth = self.worth(line.moments, path)
        where = parting.position if parting is not None else None
        return Replayed(_says(worth, parting, line, kept=kept), where, line.state, line.steps)

    def _behind(self, line: Line, moves: Sequence[Move], parting: Parting | None) -> None:
        """Moves behind the last decision of the record."""
        last = self.game.commands[-1]
        for move in moves:
            if move.position > last.position and parting is None and not line.over:
                put_in(line, move, replace(last, position=move.position, draws=()))

    def worth(self, moments: Sequence[Moment], path: Path) -> Worth:
        """What a clause comes to in another line of the game."""
        proof = judged(self.promise, self.agreement, self.signed, Trace.of(moments, self.game.trace.reader))
        leaves = [node for node in _nodes(proof.root) if node.path == path and node.leaf is not None]
        closed = proof.status != "pending"
        if any(node.value == FAILED and (node.decided or closed) for node in leaves):
            return "failed"
        return "met" if all(node.value == MET and (node.decided or closed) for node in leaves) else "open"


def _says(worth: Worth, parting: Parting | None, line: Line, *, kept: bool) -> Says:
    if worth == "failed" or line.refused:
        return "refuted"
    if worth == "met" or kept:
        return "confirmed" if parting is None else "diverged"
    return "open"


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for kid in node.kids:
        yield from _nodes(kid)
