"""How likely each draw and outcome of a decision was: the tree of its draws, with exact fractions."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import comb
from types import MappingProxyType
from typing import Any, Final

from msgspec import UNSET, Struct

from oathbook.domain.chance import Chance
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.game_events import Consequences
from oathbook.domain.games.game_sentences import facts_with_display_names
from oathbook.domain.kernel import HOLDER, Cards, Concealed, Draw, DrawRequest, Roster, Viewer
from oathbook.domain.rulesets.protocol import AnyRuleset, order_matters

MOST_ASKS: Final = 3_000  # times that the rules are asked for an exact answer
SAMPLES: Final = 10_000  # outcomes that are drawn where that is not enough
SAMPLE_SEED: Final = "00" * 32  # in the open, so that the same question has the same answer

HIDDEN: Final = "what follows is hidden from you"

Sentences = tuple[str, ...]
Path = tuple[DrawReport, ...]
WeightedDraws = Iterator[tuple[Cards, Fraction]]


class Odds(Struct, frozen=True):
    """What could be drawn for a decision and what could follow, each with its chance.

    ``draws`` has the cards by the label of the draw; a draw that is not always asked for adds up to less than 1.
    ``outcomes`` are in sentences. ``samples`` is 0 where the chances are exact, else the number they are estimated by.
    """

    draws: Mapping[str, Mapping[Cards, Fraction]]
    outcomes: Mapping[Sentences, Fraction]
    samples: int

    def sentences(self) -> dict[str, Fraction]:
        """Each sentence of an outcome with the chance that it comes true."""
        found = defaultdict[str, Fraction](Fraction)
        for outcome, chance in self.outcomes.items():
            for sentence in dict.fromkeys(outcome):
                found[sentence] += chance
        return dict(found)


def odds_of(ruleset: AnyRuleset, state: Any, decision: Any, viewer: Viewer, roster: Roster) -> Odds:
    """The odds of a decision in a state: exact, or estimated where the rules would be asked too often.

    ``Concealed`` where the first draw, or a pile, depends on what is hidden from the viewer. What is hidden further on
    ends an outcome: a sentence says so.
    """
    tree = _Tree(ruleset, state, decision, viewer, roster, {})
    try:
        return _add_up(tree.leaves((), Fraction(1)), samples=0)
    except _TooManyAsksError:
        return _add_up(tree.samples(), samples=SAMPLES)


def exact_odds(
    ruleset: AnyRuleset, state: Any, decision: Any, piles: Mapping[str, Cards] = MappingProxyType({})
) -> Odds | None:
    """The odds from what this reader sees, with seats by their ids, where draws come from these piles by their labels.

    Nothing where the rules would be asked too often, or where a draw depends on what is hidden from this reader.
    """
    tree = _Tree(ruleset, state, decision, HOLDER, None, piles)
    try:
        return _add_up(tree.leaves((), Fraction(1)), samples=0)
    except (_TooManyAsksError, Concealed):
        return None


def _add_up(leaves: Iterator[tuple[Path, Sentences, Fraction]], *, samples: int) -> Odds:
    draws = defaultdict[str, dict[Cards, Fraction]](dict)
    outcomes = defaultdict[Sentences, Fraction](Fraction)
    for path, outcome, chance in leaves:
        outcomes[outcome] += chance
        for draw in path:
            cards = draws[draw.label]
            cards[draw.drawn] = cards.get(draw.drawn, Fraction(0)) + chance
    return Odds(dict(draws), dict(outcomes), samples)


def outcome_sentences(ruleset: AnyRuleset, consequences: Consequences, roster: Roster | None) -> Sentences:
    """What follows, a sentence for each fact; without a roster, seats have their ids."""
    facts = ruleset.facts if roster is None else partial(facts_with_display_names, ruleset, roster=roster)
    return tuple(fact.sentence for each in consequences for fact in facts(each.event))


class _TooManyAsksError(Exception):
    """The rules were asked as often as they may be."""


class _Tree:
    """All ways in which the draws of a decision can come; what the rules said after each way is kept."""

    def __init__(
        self,
        ruleset: AnyRuleset,
        state: Any,
        decision: Any,
        viewer: Viewer,
        roster: Roster | None,
        piles: Mapping[str, Cards],
    ) -> None:
        self._ruleset, self._state, self._decision = ruleset, state, decision
        self._viewer, self._roster, self._piles = viewer, roster, piles
        self._nodes: dict[Path, DrawRequest | Sentences] = {}
        self._asks = 0

    def leaves(self, path: Path, chance: Fraction) -> Iterator[tuple[Path, Sentences, Fraction]]:
        """What follows from these draws and all that may come after them, each with its chance."""
        if self._asks == MOST_ASKS:
            raise _TooManyAsksError
        _, node = self._ask(WitnessedChance(path))
        if not isinstance(node, DrawRequest):
            yield path, node, chance
            return
        pile = self._piles[node.label] if node.label in self._piles else node.known_pile()
        for cards, weight in _ways(pile, node.count, in_order=self._is_ordered(node.label)):
            yield from self.leaves((*path, DrawReport(node.label, cards)), chance * weight)

    def samples(self) -> Iterator[tuple[Path, Sentences, Fraction]]:
        """What follows from draws by a seed, so many times."""
        for number in range(SAMPLES):
            path, outcome = self._sample(SeededChance(SAMPLE_SEED, "odds", number))
            yield path, outcome, Fraction(1, SAMPLES)

    def _sample(self, chance: SeededChance) -> tuple[Path, Sentences]:
        path, node = Path(), self._nodes.get(())
        while isinstance(node, DrawRequest):
            path = (*path, self._report(chance.draw(node)))
            node = self._nodes.get(path)
        if node is None:
            path, node = self._ask(chance)
        assert not isinstance(node, DrawRequest), "a seed answers every request"
        return path, node

    def _ask(self, chance: Chance) -> tuple[Path, DrawRequest | Sentences]:
        """The draws that were made, and the next one or, where no other is asked for, what follows."""
        self._asks += 1
        result = try_decision(self._ruleset, self._state, self._decision, chance)
        path = tuple(map(self._report, result.draws))
        requests = (*result.requests, *(() if result.request is None else (result.request,)))
        if not all(map(self._sees_pile, requests)) or (result.kind == "concealed" and not path):
            raise Concealed("")
        node = result.request if result.kind == "depends" and result.request else self._outcome(result)
        self._nodes.update({path[:number]: request for number, request in enumerate(result.requests)})
        self._nodes[path] = node
        return path, node

    def _outcome(self, result: DecisionResult) -> Sentences:
        if result.kind == "follows":
            return outcome_sentences(self._ruleset, result.consequences, self._roster)
        return (HIDDEN if result.kind == "concealed" else result.says,)

    def _report(self, draw: Draw) -> DrawReport:
        cards = draw.every_card()
        return DrawReport(draw.label, cards if self._is_ordered(draw.label) else tuple(sorted(cards)))

    def _is_ordered(self, label: str) -> bool:
        return order_matters(self._ruleset, label)

    def _sees_pile(self, request: DrawRequest) -> bool:
        return request.pile_to is UNSET or self._viewer == HOLDER or self._viewer in request.pile_to


def _ways(pile: Cards, count: int, *, in_order: bool) -> WeightedDraws:
    """The different cards that can be drawn, each with its chance; sorted, unless they are told apart by order."""
    ways = _sequences if in_order else _multisets
    return ways(pile, count)


def _sequences(pile: Cards, count: int) -> WeightedDraws:
    if count == 0:
        yield (), Fraction(1)
        return
    for card, number in sorted(Counter(pile).items()):
        left = [*pile]
        left.remove(card)
        for others, chance in _sequences(tuple(left), count - 1):
            yield (card, *others), Fraction(number, len(pile)) * chance


def _multisets(pile: Cards, count: int) -> WeightedDraws:
    total = comb(len(pile), count)
    for cards, ways in _choices(sorted(Counter(pile).items()), count):
        yield cards, Fraction(ways, total)


def _choices(kinds: list[tuple[str, int]], count: int) -> Iterator[tuple[Cards, int]]:
    """The cards that can be drawn of these kinds, and in how many ways."""
    if not kinds:
        if count == 0:
            yield (), 1
        return
    (card, number), *others = kinds
    for taken in range(min(number, count) + 1):
        for cards, ways in _choices(others, count - taken):
            yield (card,) * taken + cards, comb(number, taken) * ways
