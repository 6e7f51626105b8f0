"""A stage for the vectors: a game in which whatever is said happens, so that nobody is ever without a chance.

What happens at once is laid by each but the last, and comes out with what the last one does.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.games.game_events import (
    ByWitness,
    DecisionMade,
    Entry,
    EventBody,
    GameOpened,
    OutcomeFollowed,
    PromiseOffered,
    PromiseSigned,
)
from oathbook.domain.kernel import TABLE, Refusal, Seat, Viewer
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.versions import BLAME, LANGUAGE, LIFE
from oathbook.domain.rulesets.protocol import (
    Consequence,
    Edition,
    Options,
    Scene,
    SeatSetup,
    Setup,
    Standing,
    WireTypes,
)
from oathbook.domain.rulesets.sample_vocabulary import SAMPLE
from oathbook.domain.rulesets.vocabulary import (
    Args,
    Designator,
    Fact,
    FactKind,
    Penalty,
    Span,
    StatePhrase,
    Unknown,
    Verb,
)
from tests.minigame.ruleset import MINIGAME
from tests.support.promises.toy_world import PLAYERS, READER, Table, after, stocked, told
from tests.support.promises.vectors import Vector


class Act(Struct, frozen=True):
    """A seat, or the table, lets something happen; ``laid`` if it comes out later."""

    by: Seat
    fact: Fact
    laid: bool = False


class Happened(Struct, frozen=True):
    """What happened at once, or what is laid to happen with the next."""

    facts: tuple[Fact, ...]
    laid: bool = False


class Scenery(Struct, frozen=True):
    """The toy world, and what is laid."""

    table: Table
    laid: tuple[Fact, ...] = ()


def _performing(verb: Verb) -> Verb:
    """A verb of the examples that anybody can do at any time, as often and as much as they like."""

    def performed(_state: object, by: Seat, args: Args) -> Iterator[Act]:
        slots = {**args, **verb.fixed}
        yield Act(by, Fact(verb.kind, by, slots, f"{by}: {verb.name}"))

    return replace(verb, performed=performed)


def _measured(phrase: StatePhrase) -> StatePhrase:
    """A phrase of the examples, of the toy world behind the scenery."""

    def measure(state: Scenery, args: Args) -> Span:
        return READER.measures[phrase.name](state.table, args)

    return replace(phrase, measure=measure)


def _designating(designator: Designator) -> Designator:
    """A player named by what is theirs there."""

    def who(state: Scenery, args: Args) -> Seat | Unknown | None:
        return READER.designators[designator.name](state.table, args)

    return replace(designator, who=who)


def _said(act: Act) -> str:
    """A decision in words."""
    return str(act.fact.sentence)


VOCABULARY: Final = replace(
    SAMPLE,
    kinds=tuple(FactKind(each.kind, each.slots) for each in SAMPLE.kinds),
    verbs=tuple(map(_performing, SAMPLE.verbs)),
    states=tuple(map(_measured, SAMPLE.states)),
    designators=tuple(map(_designating, SAMPLE.designators)),
    penalty=Penalty(20, "crossed-out prestige", ("MG-13",)),
    decided=_said,
)
"""The words of the examples; nothing is a clock marker, so that a step of a vector is one moment."""


class Stage:
    """The rules: everything is allowed to everybody at any time."""

    edition: Edition = MINIGAME.edition
    wire: WireTypes = WireTypes(Table, None, None, Act, Happened, Scenery, Scenery)
    vocabulary = VOCABULARY

    def samples(self) -> tuple[Setup, ...]:
        """Nothing to show."""
        return ()

    def initial(self, setup: Setup) -> Scenery:
        """The toy world as a vector starts."""
        assert isinstance(setup.components, Table)
        return Scenery(setup.components)

    def to_act(self, state: Scenery) -> tuple[Seat, ...]:
        """Nobody has to."""
        del state
        return ()

    def options(self, state: Scenery, seat: Seat) -> Options[Act]:
        """To leave it is always one."""
        del state
        return Options((Act(seat, Fact("nothing", seat, {}, "nothing")),), complete=False)

    def refusal(self, state: Scenery, decision: Act) -> Refusal | None:
        """Never."""
        del state, decision
        return None

    def decide(self, state: Scenery, decision: Act, chance: Chance) -> tuple[Consequence[Happened], ...]:
        """What is laid comes out with what is done next."""
        del chance
        facts = (decision.fact,) if decision.laid else (*state.laid, decision.fact)
        return (Consequence(Happened(facts, decision.laid), ()),)

    def evolve(self, state: Scenery, event: Happened) -> Scenery:
        """The toy world behind it."""
        if event.laid:
            return replace(state, laid=(*state.laid, *event.facts))
        table = state.table
        for each in event.facts:
            table = after(table, each)
        return Scenery(table)

    def facts(self, event: Happened) -> tuple[Fact, ...]:
        """What is laid is not seen."""
        return () if event.laid else event.facts

    def standing(self, state: Scenery) -> Standing:
        """Nobody counts."""
        del state
        return Standing((), (), None)

    def conserved(self, state: Scenery) -> Mapping[str, int]:
        """Nothing is."""
        del state
        return {}

    def view(self, state: Scenery, viewer: Viewer) -> Scenery:
        """Everybody sees all of it."""
        del viewer
        return state

    def scene(self, view: Scenery) -> Scene:
        """Nothing to be drawn."""
        del view
        return Scene((), ())


class _Script:
    """A record being written."""

    def __init__(self, start: Table) -> None:
        self.entries: list[Entry] = []
        self._step = 0
        self._state = Scenery(start)
        seats = tuple(SeatSetup(each) for each in PLAYERS)
        self.add("host", GameOpened[Any, Any, Any]("stage", seats, start, None, None, ByWitness(), "all"))

    def add(self, by: str, *bodies: EventBody) -> None:
        """One step."""
        self._step += 1
        for body in bodies:
            self.entries.append(Entry(len(self.entries) + 1, self._step, "", by, body))

    def act(self, fact: Fact, *, laid: bool = False) -> None:
        """One decision with what follows."""
        act = Act(TABLE if fact.by is None else fact.by, fact, laid)
        facts = (fact,) if laid else (*self._state.laid, fact)
        followed = Happened(facts, laid)
        self._state = Stage().evolve(self._state, followed)
        outcome = OutcomeFollowed(len(self.entries) + 1, (Consequence(followed, ()),))
        self.add(act.by, DecisionMade(act), outcome)


def _offer(vector: Vector, agreement: Agreement, parties: tuple[Seat, ...]) -> PromiseOffered:
    versions, bound = (LANGUAGE, LIFE, BLAME), (agreement.obligors, agreement.addressees)
    return PromiseOffered("P", vector.canonical, *versions, *bound, parties, parties, None)


def staged(vector: Vector) -> tuple[Entry, ...]:
    """The record of a vector: the letter is signed, and then each of its steps is decided."""
    script = _Script(stocked(vector.start))
    first, *others = ([told(word) for word in step.split(" & ")] for _, step in vector.steps)
    agreement = vector.agreement
    parties = (*agreement.obligors, *agreement.addressees)
    for each in first[1:]:
        script.act(each)  # it is so when the promise is signed
    script.add(parties[0], _offer(vector, agreement, parties))
    for seat in parties:
        script.add(seat, PromiseSigned("P", binds=seat == parties[-1]))
    for facts in others:
        *laid, last = facts
        for each in laid:
            script.act(each, laid=True)
        script.act(last)
    return tuple(script.entries)
