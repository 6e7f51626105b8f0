"""A record decided again under another edition or other readings: what comes out otherwise, and who wins then.

Each decision is asked about by itself, in the state that the recorded events before it give under the other rules. Who
wins is told by the other game: the same decisions and draws, each with what follows from it there. What has been
corrected is read as the correction has it.
"""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.disputes.checks import asked_by
from oathbook.domain.disputes.findings import Impact
from oathbook.domain.errors import BadRecord
from oathbook.domain.games import game as games
from oathbook.domain.games.corrections import as_corrected
from oathbook.domain.games.counterfactual import Stop, decided_again, played
from oathbook.domain.games.discrepancies import Discrepancy, agree, events_alike, outcomes_apart
from oathbook.domain.games.drawn_again import draws_again
from oathbook.domain.games.events import Entry, GameEnded, GameOpened, OutcomeFollowed
from oathbook.domain.games.game import Game, evolved_through
from oathbook.domain.games.played_record import PlayedStep, steps_of
from oathbook.domain.games.recompute import Answer
from oathbook.domain.games.switching import carried
from oathbook.domain.kernel.draws import Draw
from oathbook.domain.kernel.hidden import Concealed
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.protocol import AnyRuleset, Ending

RegressResult = Literal["different", "illegal", "untold"]


class Apart(Struct, frozen=True):
    """A decision that does not come out as recorded: by which clauses or, where it cannot be told, ``why``.

    No clause is named where nothing but a draw differs for which the rules name none. ``already`` says that it comes
    out just so by the game's own rules: the reason is the record, not the other rules.
    """

    position: int
    result: RegressResult
    says: str
    clauses: tuple[str, ...] = ()
    why: str = ""
    already: bool = False


class Winner(Struct, frozen=True):
    """How the recorded game ended and how the other one does, nothing where it is not over.

    ``changed`` is who won or the word for it; it is ``open`` from where the other game cannot be played on.
    """

    effect: Impact
    recorded: Ending | None
    now: Ending | None = None
    open_from: int | None = None


class Regressed(Struct, frozen=True):
    """What became of a record: how many decisions come out the same, and each one that does not.

    Those that a fork carries over count in the game that it goes on from, and not here.
    ``reasons`` counts those of the same that follow for other reasons: by other clauses, readings or workings.
    """

    game: str
    head: str
    events: int
    decisions: int
    same: int
    reasons: int
    apart: tuple[Apart, ...]
    winner: Winner


def regress(record: Record, ruleset: AnyRuleset, turns: Mapping[str, str]) -> Regressed:
    """Decide everything in a record again by a ruleset that reads the same events, some of its readings turned.

    A setting that the game was opened with stays, where the ruleset has such a switch. Where the opening does not fit
    the ruleset, nothing can be told.
    """
    first, *rest = entries = as_corrected(record.ruleset, record.entries())
    under_way = _Again(record, ruleset, first, turns)
    for step in steps_of(rest):
        under_way.go_on(step)
    ended = [entry.body.ending for entry in entries if isinstance(entry.body, GameEnded)]
    return under_way.told(ended[0] if ended else None)


class _Again:
    """A record under way: the recorded game by its own rules and by the others, and the other game beside it.

    ``game`` is nothing once a recorded event does not fit the other rules; ``lost`` says which. ``corrected`` says that
    something up to there has been put right.
    """

    def __init__(self, record: Record, ruleset: AnyRuleset, first: Entry, turns: Mapping[str, str]) -> None:
        self.record = record
        self.ruleset = ruleset
        self.own = games.begun(record.ruleset, record.game, first)
        self.game: Game | None = None
        self.lost = ""
        self.corrected = False
        self.other = _OtherGame(ruleset)
        self.decisions = self.same = self.reasons = 0
        self.apart: list[Apart] = []
        opened: GameOpened[Any, Any, Any] = self.own.opened
        try:
            switches = carried(ruleset, opened.switches, turns)
            self.game = games.begun(ruleset, record.game, replace(first, body=replace(opened, switches=switches)))
        except BadRecord as problem:
            self._lose(1, problem)

    def go_on(self, step: PlayedStep) -> None:
        """One more step, decided again if something was decided in it."""
        if step.is_decided:
            self._decide(step)
        for entry in step.entries:
            self.own = games.evolved(self.record.ruleset, self.own, entry)
        if self.game is not None:
            self._follow(self.game, step)

    def told(self, recorded: Ending | None) -> Regressed:
        """The sum of it; the recorded game ended so, or not at all."""
        record = self.record
        return Regressed(
            game=record.game,
            head=record.head,
            events=len(record.events),
            decisions=self.decisions,
            same=self.same,
            reasons=self.reasons,
            apart=tuple(self.apart),
            winner=self._winner(recorded),
        )

    def _follow(self, game: Game, step: PlayedStep) -> None:
        try:
            for entry in step.entries:
                game = games.evolved(self.ruleset, game, entry)
        except BadRecord as problem:
            self._lose(step.at, problem)
        else:
            self.game = game
            self.other.rejoin(game.state)

    def _lose(self, position: int, problem: BadRecord) -> None:
        self.game, self.lost = None, f"position {position} does not fit: {problem}"
        self.other.end(position)

    def _decide(self, step: PlayedStep) -> None:
        """What a fork carries over is played and not counted: that is done in the game it goes on from.

        What a correction has struck is neither.
        """
        self.corrected = self.corrected or step.replaced is not None
        if step.struck:
            return
        counts = step.at > self.own.carried
        self.decisions += counts
        if self.game is None:
            self.apart.extend([Apart(step.at, "untold", self.lost, why="misfit")] if counts else [])
            return
        given = played(self.ruleset, self.game.state, step)
        self.other.play(step, given, self.game.state)
        if counts:
            self._count(step, _compared(step, given))

    def _made(self, step: PlayedStep) -> list[tuple[int, Draw]]:
        """Its draws; after a correction those that the game's own rules ask for, from the piles there are."""
        if not self.corrected:
            return step.made
        own = decided_again(self.record.ruleset, self.own.state, step)
        if own.kind != "follows":
            return step.made
        asked = {each.label: each for each in own.requests}
        return [(at, draw.from_pile_of(asked[draw.label])) for at, draw in step.made if draw.label in asked]

    def _count(self, step: PlayedStep, given: Answer | Stop) -> None:
        made = self._made(step)
        wrong = _wrong(self.own, step, made, given)
        apart = _apart(step, given, wrong)
        if apart is None:
            self.same += 1
            self.reasons += bool(wrong)
            return
        own = _compared(step, played(self.record.ruleset, self.own.state, step))
        already = _alike(own, given) and _apart(step, own, _wrong(self.own, step, made, own)) is not None
        self.apart.append(replace(apart, already=already))

    def _winner(self, recorded: Ending | None) -> Winner:
        if self.other.open_from is not None:
            return Winner("open", recorded, open_from=self.other.open_from)
        state = self.other.state
        if state is None:
            assert self.game is not None, "where a recorded event does not fit, the other game ends or is another"
            state = self.game.state
        now = self.ruleset.standing(state).ending
        if now is None and recorded is not None:
            return Winner("open", recorded, open_from=len(self.record.events))
        return Winner("unchanged" if _who(now) == _who(recorded) else "changed", recorded, now)


class _OtherGame:
    """The game as the other rules have it: its state, or nothing while that is the recorded one, and how far it goes.

    It ends where it is ``over``, and is open from where it cannot be played on.
    """

    def __init__(self, ruleset: AnyRuleset) -> None:
        self.ruleset = ruleset
        self.state: Any = None
        self.over = False
        self.open_from: int | None = None

    def play(self, step: PlayedStep, given: Answer | Stop, recorded: Any) -> None:
        """Play a step; ``given`` is what the rules say to it in the recorded state."""
        if self.over or self.open_from is not None:
            return
        state = recorded if self.state is None else self.state
        if self.state is not None:
            given = played(self.ruleset, state, step)
        if not isinstance(given, Stop):
            if self.state is not None or not events_alike(step.consequences, given.consequences):
                self.state = evolved_through(self.ruleset, state, given.consequences)
        elif given.why == "over":
            self.state, self.over = state, True
        else:
            self.end(given.position)

    def rejoin(self, recorded: Any) -> None:
        """Be the recorded game again where both states are the same."""
        if not self.over and self.state == recorded:
            self.state = None

    def end(self, position: int) -> None:
        """Go no further; it cannot be told what would have been."""
        if not self.over and self.open_from is None:
            self.open_from = position


def _compared(step: PlayedStep, given: Answer | Stop) -> Answer | Stop:
    """What the rules say, or that this reader cannot see whether it is what was recorded."""
    if isinstance(given, Stop):
        return given
    try:
        agree([each.event for each in step.consequences], [each.event for each in given.consequences])
    except Concealed as concealed:
        return Stop(step.at, "hidden", str(concealed))
    return given


def _wrong(game: Game, step: PlayedStep, made: list[tuple[int, Draw]], given: Answer | Stop) -> tuple[Discrepancy, ...]:
    """What is recorded otherwise than it follows; reasons alone come last."""
    if isinstance(given, Stop):
        return ()
    draws = draws_again(made, given.requests, game.opened)
    told = any(entry.by == "transcript" for entry in step.entries if isinstance(entry.body, OutcomeFollowed))
    outcome = outcomes_apart(step.last, step.consequences, given.consequences, told=told)
    return (*draws, *(() if outcome is None else (outcome,)))


def _apart(step: PlayedStep, given: Answer | Stop, wrong: tuple[Discrepancy, ...]) -> Apart | None:
    """How a decision comes out otherwise, or nothing."""
    if isinstance(given, Stop):
        if given.why in {"illegal", "over"}:
            return Apart(step.at, "illegal", given.says, (given.clause,))
        return Apart(step.at, "untold", given.says, why=given.why)
    events = [each for each in wrong if each.kind != "reasons"]
    if not events:
        return None
    labels = dict(step.made)
    asked = {request.label: request for request in given.requests}
    clauses = [
        clause
        for each in events
        for clause in (asked_by(asked.get(labels[each.position].label)) if each.kind == "draw" else (each.clause,))
    ]
    return Apart(step.at, "different", events[0].says, tuple(dict.fromkeys(filter(None, clauses))))


def _alike(one: Answer | Stop, other: Answer | Stop) -> bool:
    """Whether both rules say the same to a decision."""
    if isinstance(one, Stop) or isinstance(other, Stop):
        return isinstance(one, Stop) and isinstance(other, Stop) and one.why == other.why
    return events_alike(one.consequences, other.consequences)


def _who(ending: Ending | None) -> tuple[str, tuple[Seat, ...]] | None:
    """Who won and how, by whatever clause."""
    return None if ending is None else (ending.outcome, ending.winners)
