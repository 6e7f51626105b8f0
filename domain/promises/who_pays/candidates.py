"""The substitutions that are tried for a duty: what its owner could have decided, the latest first."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from oathbook.domain.games.promise_facts import PROMISE_MADE
from oathbook.domain.kernel import Concealed, Seat
from oathbook.domain.promises.chances.opportunities import Opportunities
from oathbook.domain.promises.chances.played_game import GameStep
from oathbook.domain.promises.chances.supplies import PossibleSupply, possible_supply
from oathbook.domain.promises.letter.actions import state_atoms
from oathbook.domain.promises.logic.formulas import StateWithin, Total
from oathbook.domain.promises.logic.matching import matches
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.who_pays.answers import Substitution
from oathbook.domain.promises.who_pays.duties import BrokenPromise, FailedLeaf
from oathbook.domain.promises.who_pays.lines import Acts
from oathbook.domain.rulesets.vocabulary import Fact

MOST_POINTS: Final = 24  # decisions of a seat that are looked at, the latest first
MOST_OF_A_KIND: Final = 12  # options of one kind at one decision
MOST_LISTED: Final = 400  # options of which these are chosen
MOST_QUIET: Final = 6  # other decisions of a seat that are tried as what does no harm

Substitutions = Sequence[Substitution]


class Candidates:
    """The rules of a game, asked what a seat could have decided; ``untold`` once they could not tell this reader.

    ``promised`` is what the letter has somebody do, at least so much of it.
    """

    def __init__(self, breach: BrokenPromise, chances: Opportunities, promised: tuple[Total, ...]) -> None:
        self.breach, self.chances, self.promised = breach, chances, promised
        self.untold = False
        self._supplies: dict[tuple[NodePath, Seat, int, int], tuple[Any, PossibleSupply]] = {}

    def supply(self, leaf: FailedLeaf, seat: Seat, state: Any, need: int) -> PossibleSupply:
        """How much of a leaf a seat could do in a state, with the answers of others who are willing."""
        key = leaf.node.path, seat, need, id(state)
        if key not in self._supplies:  # with the state, or another could come to have its id
            self._supplies[key] = state, possible_supply(self.chances, state, seat, leaf.formula, need)
        found = self._supplies[key][1]
        self.untold = self.untold or found.untold
        return found

    def is_of(self, total: Total, fact: Fact, state: Any, most: int) -> bool:
        """Whether a fact is what a seat promised to do, and no more than so much of it."""
        count = fact.slots.get(total.field, 1)
        fits = fact.kind == total.pattern.kind and fact.by in total.owners and isinstance(count, int) and count <= most
        return fits and matches(total.pattern, fact, state, self.chances.ways.reader) is True

    def ways(self, leaf: FailedLeaf, seat: Seat, state: Any, need: int) -> tuple[Any, ...]:
        """The decisions by which a seat could do so much of a leaf in a state, allowed or not."""
        try:
            if isinstance(leaf.formula, Total):
                return tuple(self.chances.ways.decisions_for(state, seat, leaf.formula, need))
            return tuple(self.chances.ways.decisions_towards(state, seat, leaf.formula.state))
        except Concealed:
            self.untold = True
            return ()

    def own(self, leaf: FailedLeaf, seat: Seat, *, listed: bool) -> Iterator[Substitutions]:
        """Yields what a seat could have decided at one of its decisions, the latest first.

        To do what it owed; with ``listed``, or where something was to be left, also every other option. What takes no
        turn can be done before any decision by a seat that has not decided anything.
        """
        yield from self._without_promise(leaf, seat)
        points = self.breach.own(seat) or self.breach.commands
        for command in points[: -MOST_POINTS - 1 : -1]:
            if leaf.to_do:
                yield from self.performing(leaf, seat, command)
            if command.by == seat and (listed or not leaf.to_do):
                yield from self.others(command)

    def _without_promise(self, leaf: FailedLeaf, seat: Seat) -> Iterator[Substitutions]:
        """Yields a promise left out that was not to be made: nobody has to promise anything."""
        game = self.breach.game
        for each in leaf.node.facts:
            fact = game.trace.fact(each)
            if fact.kind == PROMISE_MADE.kind and fact.by == seat:
                yield (Substitution(game.steps[game.step_at(each.moment)].at, instead=True, decisions=()),)

    def seats_of(self, leaf: FailedLeaf) -> frozenset[Seat]:
        """The players of whom a state speaks, by name or as whoever something belonged to in the end."""
        assert isinstance(leaf.formula, StateWithin)
        end = self.breach.game.trace.moments[leaf.window(self.breach.last)[1]].after
        terms = (term for each in state_atoms(leaf.formula.state) for _, term in each.args)
        values = (self.chances.ways.values("==", each, end) for each in terms)
        return frozenset(Seat(str(name)) for names in values for name in names)

    def performing(self, leaf: FailedLeaf, seat: Seat, command: GameStep) -> Iterator[Substitutions]:
        """Yields how a seat could have done a leaf there: as much as was missing, or else all of it.

        Towards a state also what it could have given away: that need not take its turn.
        """
        for need in dict.fromkeys((leaf.amount, leaf.missing())):
            found = self.supply(leaf, seat, command.state, need)
            if found.decisions:
                yield (self.put_in(command, seat, found.decisions),)
        if isinstance(leaf.formula, StateWithin):
            for each in self.ways(leaf, seat, command.state, 1):
                yield (self.put_in(command, seat, self.chances.with_answers(command.state, each)),)

    def had_a_part(self, leaf: FailedLeaf, seat: Seat) -> bool:
        """Whether a seat could have decided more of an act in its window than it did."""
        if not isinstance(leaf.formula, Total):
            return False
        first, last = leaf.window(self.breach.last)
        return any(self._could_more(leaf, each) for each in self.breach.own(seat) if first < each.moment <= last)

    def _could_more(self, leaf: FailedLeaf, command: GameStep) -> bool:
        moments = {each.index for each in self.breach.game.moments_of(command)}
        done = sum(each.lo for each in leaf.leaf.counted if each.fact.moment in moments)
        if done:
            return self.supply(leaf, command.by, command.state, done + 1).amount > done
        ways = self.ways(leaf, command.by, command.state, 1)
        return any(way != command.decision and self.chances.may(command.state, way) == "legal" for way in ways)

    def put_in(self, command: GameStep, seat: Seat, decisions: tuple[Any, ...]) -> Substitution:
        """Decisions put in at a decision: instead of it, if both take the seat's turn."""
        turn = command.by == seat and all(
            self.chances.takes_turn(command.state, each) for each in (decisions[0], command.decision)
        )
        return Substitution(command.at, turn, decisions)

    def acts(self, leaf: FailedLeaf, seat: Seat) -> Acts:
        """The kinds of decision by which a seat could have done all that was missing of an act at once."""
        if not isinstance(leaf.formula, Total) or leaf.missing() > 1:
            return frozenset()
        own = self.breach.own(seat)[-MOST_POINTS:]
        kinds: set[type[Any]] = {type(each) for one in own for each in self.ways(leaf, seat, one.state, 1)}
        return frozenset(kinds)

    def others(self, command: GameStep) -> Iterator[Substitutions]:
        """Yields everything else that could have been decided there, of the same kind first; or nothing, if free."""
        state, made = command.state, command.decision
        turn = self.chances.takes_turn(state, made)
        if not turn:
            yield (Substitution(command.at, instead=True, decisions=()),)
        seen = Counter[type]()
        for each in sorted(self.listed(command), key=lambda option: type(option) is not type(made)):
            if each != made and self.chances.takes_turn(state, each) == turn:
                seen[type(each)] += 1
                if seen[type(each)] <= MOST_OF_A_KIND:
                    yield (Substitution(command.at, instead=True, decisions=(each,)),)

    def listed(self, command: GameStep) -> Sequence[Any]:
        """What could have been decided there, as the rules list it."""
        options = self.chances.options(command.state, command.by)
        self.untold = self.untold or options is None
        return () if options is None else options.listed[:MOST_LISTED]

    def quiet(self, command: GameStep) -> Iterator[Substitution]:
        """Yields a decision left out, if it was free, else an option of each other kind that takes the turn."""
        state = command.state
        if not self.chances.takes_turn(state, command.decision):
            yield Substitution(command.at, instead=True, decisions=())
            return
        self.listed(command)
        others = (each for each in self.chances.option_of_each_kind(state, command.by) if each != command.decision)
        turns = [each for each in others if self.chances.takes_turn(state, each)]
        yield from (Substitution(command.at, instead=True, decisions=(each,)) for each in turns[:MOST_QUIET])
