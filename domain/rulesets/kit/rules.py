"""A ruleset as a value: a field for each question of the protocol."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic

from msgspec import Struct

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Refusal, Requirement, Seat, Viewer, first_refusal
from oathbook.domain.rulesets import protocol
from oathbook.domain.rulesets.kit.play import PlayBase
from oathbook.domain.rulesets.kit.requirements import must_be_allowed
from oathbook.domain.rulesets.protocol import D, E, S, V
from oathbook.domain.rulesets.vocabulary import Fact, Vocabulary

AnyPlay = Any  # a ``PlayBase`` of the title: the base has more parameters than a table of functions can say


class Rules(Struct, Generic[S, D, E, V], frozen=True, eq=False, kw_only=True, weakref=True):
    """A ``Ruleset`` made of functions; ``msgspec.structs.replace(RULES, scene=mine)`` answers one of them otherwise.

    ``needs(state, decision)`` yields the requirements of a decision in order, and ``take(play, decision, chance)`` lets
    its events happen; ``refusal`` and ``decide`` follow from these two. ``play`` makes the play that ``take`` gets. All
    others answer the question of ``Ruleset`` that has their name; the last five are those of ``table_answers``.
    """

    edition: protocol.Edition
    wire: protocol.WireTypes
    vocabulary: Vocabulary
    samples: Callable[[], tuple[protocol.Setup, ...]]
    initial: Callable[[protocol.Setup], S]
    to_act: Callable[[S], tuple[Seat, ...]]
    options: Callable[[S, Seat], protocol.Options[D]]
    needs: Callable[[S, D], Iterable[Requirement]]
    take: Callable[[AnyPlay, D, Chance], None]
    evolve: Callable[[S, E], S]
    facts: Callable[[E], tuple[Fact, ...]]
    standing: Callable[[S], protocol.Standing]
    conserved: Callable[[S], Mapping[str, int]]
    view: Callable[[S, Viewer], V]
    scene: Callable[[V], protocol.Scene]
    play: Callable[[S, Callable[[S, E], S]], AnyPlay] = PlayBase
    disclosures: Mapping[type[Struct], tuple[str, ...]] = {}
    unordered_draws: frozenset[str] = frozenset()
    likely: Callable[[S, D], int] | None = None
    resumed: Callable[[protocol.Setup], S] | None = None
    granted: Callable[[S, Seat], S | None] | None = None
    quiet: Callable[[S, Seat], D | None] | None = None
    opens: Mapping[type[Struct], str] = {}
    describe: Callable[[V], Iterable[tuple[str, str]]] | None = None

    def refusal(self, state: S, decision: D, /) -> Refusal | None:
        """The first requirement that is not met."""
        return first_refusal(self.needs(state, decision))

    def decide(self, state: S, decision: D, chance: Chance, /) -> tuple[protocol.Consequence[E], ...]:
        """What follows from the decision, up to the point where a seat has to decide again; ``IllegalDecision``."""
        asked = self.needs(state, decision)
        must_be_allowed(asked)
        play = self.play(state, self.evolve)
        play.requirements = asked
        self.take(play, decision, chance)
        return tuple(play.consequences)
