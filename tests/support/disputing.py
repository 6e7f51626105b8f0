"""Random games at a table that makes one mistake and does not notice, and claims about every event of them."""

import json
import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.disputes.claims import Claim, DecisionIllegal, DrawWrong, OutcomeWrong
from oathbook.domain.disputes.findings import Materiality
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.drafts import draft_step
from oathbook.domain.games.game_events import Consequences, DecisionMade, DrawMade, OutcomeFollowed, PromiseEventBase
from oathbook.domain.games.switch_settings import switches_of, with_switch
from oathbook.domain.kernel import Draw, Seat
from oathbook.domain.promises.lifecycle.acts import act_from
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.transcripts import record_from_transcript, transcript_lines
from oathbook.domain.rulesets.protocol import AnyRuleset
from tests.support.playing import ChanceName, die, drawn, ruleset_of, sources

Mistake = Literal["decision", "draw", "outcome"]
MISTAKES: Final[tuple[Mistake, ...]] = ("decision", "draw", "outcome")
TRIES: Final = 30
PATIENCE: Final = 60
LETTERS: Final = {
    "cube_bag": ("never to forgo the attack", 'never to recover unit "archer"'),
    "gloomhaven_attack": ("never to attack", "to attack by the end of round 1"),
    "heirless": ("never to idle", "to idle by the end of season 1"),
    "knights_duty": ("never to use Inspiration", "to parry by the end of turn 2"),
}
"""What somebody may promise, by the name of the ruleset: something that is soon kept or broken."""
WITHOUT_DRAWS: Final = ("heirless/e2",)
"""Editions in which nothing is drawn: of its Battles too little is known."""
SIGNS: Final = {"kind": "sign", "promise": "p1"}


class Mistaken(NamedTuple):
    """A record with one mistake in it, and the position of the event that is wrong."""

    record: Record
    at: int


class Table:
    """A random game under way, every draw reported."""

    chance: ChanceName = "witnessed"
    tells = "transcript"

    def __init__(self, ruleset: AnyRuleset, picks: random.Random, name: str) -> None:
        setup = picks.choice(ruleset.samples())
        if picks.randrange(2):
            for reading, settings in switches_of(ruleset).items():
                setup = with_switch(ruleset, setup, reading, picks.choice(settings))
        self.ruleset, self.picks = ruleset, picks
        self.scribe = MemoryWriter.open(ruleset, setup, sources(name), chance=self.chance)
        self.past: list[dict[str, Any]] = []
        if picks.randrange(2):
            self.promise(str(picks.choice(setup.seats).seat))

    def promise(self, by: str) -> None:
        """Somebody promises something to all."""
        letters = LETTERS[self.ruleset.edition.key.partition("/")[0]]
        for act in ({"kind": "offer", "letter": f"{by} promises {self.picks.choice(letters)}."}, SIGNS):
            self.scribe.promise(Seat(by), act_from(act, where="table"))

    @property
    def state(self) -> Any:
        return self.scribe.game.state

    def options(self) -> list[dict[str, Any]]:
        """What somebody who must act may decide, as that seat writes it."""
        seats = self.ruleset.to_act(self.state)
        found = [each for seat in seats for each in self.ruleset.options(self.state, seat).listed]
        return [json.loads(decision_text(each)) for each in found]

    def one(self) -> tuple[Any, DecisionResult] | None:
        """A decision that somebody takes, and what follows with draws made at random.

        Nothing where all is said, or where a mistake leaves no way on by the rules.
        """
        try:
            taken = self._taken()
        except BadRecord:
            return None
        return taken if taken is not None and taken[1].kind == "follows" else None

    def _taken(self) -> tuple[Any, DecisionResult] | None:
        options = [] if self.scribe.game.closed else self.options()
        if not options:
            return None
        value = self.picks.choice(options)
        self.past.append(value)
        decision = self.scribe.decision_from(value)
        return decision, self.followed(decision)

    def followed(self, decision: Any) -> DecisionResult:
        """What follows from a decision, whatever is asked for being drawn at random."""
        reports: list[DrawReport] = []
        while True:
            given = try_decision(self.ruleset, self.state, decision, WitnessedChance(tuple(reports)))
            if given.kind != "depends" or given.request is None:
                return given
            reports.append(DrawReport(given.request.label, drawn(given.request, self.picks), (decision.by,)))

    def write(self, decision: Any, given: DecisionResult, draws: tuple[Draw, ...]) -> None:
        """Record a step as the table has it."""
        game = self.scribe.game
        self.scribe.write_step(draft_step(game, decision, draws, given.consequences, by=self.tells))

    def go_on(self, most: int) -> None:
        """Play on by the rules, at most so many decisions, and no further than where a mistake leaves no way on."""
        for _ in range(most):
            taken = self.one()
            if taken is None:
                return
            self.write(taken[0], taken[1], taken[1].draws)

    # Mistakes ---------------------------------------------------------------------------------------------------------

    def mistake(self, kind: Mistake) -> int | None:
        """Play on to a step with a mistake in it, and say where; nothing where the game is over before."""
        make = {"decision": self._illegal, "draw": self.another_draw, "outcome": self._otherwise}[kind]
        for _ in range(PATIENCE):
            taken = self.one()
            if taken is None:
                return None
            at = make(*taken)
            if at is not None:
                return at
            self.write(taken[0], taken[1], taken[1].draws)
        return None

    def _illegal(self, _: Any, given: DecisionResult) -> int | None:
        """Another decision than was played, one that is not allowed."""
        values = [*self.past, *self._of_nobody_asked()]
        self.picks.shuffle(values)
        for value in values[:TRIES]:
            other = self.scribe.decision_from(value)
            if self.ruleset.refusal(self.state, other) is not None:
                return self.written(other, given, given.draws, 1)
        return None

    def _of_nobody_asked(self) -> list[dict[str, Any]]:
        seats = [each.seat for each in self.scribe.game.opened.seats]
        return [{**value, "by": seat} for value in self.past for seat in seats]

    def another_draw(self, decision: Any, given: DecisionResult) -> int | None:
        """One draw that the pile cannot give, everything else as it was."""
        if not given.draws:
            return None
        number = self.picks.randrange(len(given.draws))
        draw = given.draws[number]
        every = {card for each in given.draws for card in each.pile} - set(draw.pile)
        more = draw.pile[:1] or ("no such card",)  # of an empty pile nothing is drawn
        false = self.picks.choice(((*draw.drawn, *more), (*draw.drawn[1:], *sorted(every)[:1], "no such card")))
        wrong = Draw(draw.label, draw.pile, false, "witnessed", draw.witnesses)
        draws = (*given.draws[:number], wrong, *given.draws[number + 1 :])
        return self.written(decision, given, draws, 2 + number)

    def _otherwise(self, decision: Any, given: DecisionResult) -> int | None:
        """The outcome that another decision, or another draw, would have had; or one consequence of that."""
        for _ in range(TRIES):
            value = self.picks.choice([*self.options(), json.loads(decision_text(decision))])
            other = self.followed(self.scribe.decision_from(value)).consequences
            if not other or b'"salt"' in value_text(other):
                continue
            if self.picks.randrange(2):
                other = self._with_one_of(other, given.consequences)
            if value_text([each.event for each in other]) != value_text([each.event for each in given.consequences]):
                at = self.written(decision, replace(given, consequences=other), given.draws, 2 + len(given.draws))
                if at is not None:
                    return at
        return None

    def _with_one_of(self, other: Consequences, given: Consequences) -> Consequences:
        """What follows, but for one consequence that another one has taken the place of."""
        place = self.picks.randrange(len(given))
        return (*given[:place], self.picks.choice(other), *given[place + 1 :])

    def written(self, decision: Any, given: DecisionResult, draws: tuple[Draw, ...], offset: int) -> int | None:
        """Record a mistake, and say where it is; nothing where it cannot be recorded."""
        at = self.scribe.game.position + offset
        try:
            self.write(decision, given, draws)
        except BadRecord:  # such as a reveal of what was never hidden
            return None
        return at


def mistaken_game(
    ruleset: AnyRuleset, kind: Mistake, number: int, *, before: int = 12, behind: int = 6
) -> Mistaken | None:
    """A random game with one mistake, written down as a transcript and recorded from that; nothing where none fits."""
    name = f"{ruleset.edition.key} {kind} {number}"
    table = Table(ruleset, die(name), name)
    table.go_on(table.picks.randrange(before))
    at = table.mistake(kind)
    if at is None:
        return None
    table.go_on(table.picks.randrange(behind))
    text = b"".join(line + b"\n" for line in transcript_lines(table.scribe.record))
    try:
        return Mistaken(record_from_transcript(text, ruleset_of, sources(f"{name} again"), where=name), at)
    except BadRecord:  # it reveals what the rules do not reveal here: only the table's own record has the proof of that
        return Mistaken(table.scribe.record, at)


def mistaken_games(ruleset: AnyRuleset, kind: Mistake, first: int = 0) -> Iterator[Mistaken]:
    """Games with a mistake of that kind, without end, from that number on; none where the edition has no draws."""
    if kind == "draw" and ruleset.edition.key in WITHOUT_DRAWS:
        return
    for number in count(first):
        game = mistaken_game(ruleset, kind, number)
        if game is not None:
            yield game


def played_right(game: Mistaken, kind: Mistake, matters: Materiality) -> Record | None:
    """The game with the mistake put right and the rest decided as it was, as far as that goes.

    Nothing where a recorded draw is not asked for any more, which a transcript must not bring.
    """
    header, *lines = (json.loads(line) for line in transcript_lines(game.record))
    starts = [each.position for each in game.record.entries() if isinstance(each.body, DecisionMade | PromiseEventBase)]
    end = len(game.record.events) + 1 if matters.stop is None else matters.stop.position
    kept: list[Any] = []
    for start, line, behind in zip(starts, lines, (*starts[1:], len(game.record.events) + 1), strict=True):
        if behind > game.at:
            line.pop("outcome", None)
        wrong = start <= game.at < behind and kind != "outcome"
        if not wrong and behind <= end:
            kept.append(line)
    text = b"".join(json.dumps(line).encode() + b"\n" for line in (header, *kept))
    try:
        return record_from_transcript(text, ruleset_of, sources("right"), where="right")
    except BadRecord as problem:
        if "nothing asks for" in str(problem):
            return None
        raise


def claims_about(record: Record) -> Iterator[Claim]:
    """The claim that each event of the steps could be wrong."""
    kinds: dict[type, Callable[[int], Claim]] = {
        DecisionMade: DecisionIllegal,
        DrawMade: DrawWrong,
        OutcomeFollowed: OutcomeWrong,
    }
    for event in record.events:
        if type(event.entry.body) in kinds:
            yield kinds[type(event.entry.body)](event.entry.position)
