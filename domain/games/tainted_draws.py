"""Draws that came from a wrong bag or pile: what else could have been drawn, and how likely each outcome was."""

from collections import Counter
from fractions import Fraction
from typing import Any, Final

from msgspec import UNSET, Struct

from oathbook.domain.games.decision_results import DecisionResult
from oathbook.domain.games.draw_odds import Odds, exact_odds
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.kernel import Cards, Draw, DrawRequest
from oathbook.domain.kernel.limits import Count
from oathbook.domain.rulesets.protocol import AnyRuleset

MOST_CHANCES: Final = 40


class TaintedDraw(Struct, frozen=True):
    """The first draw of a step that came from another pile on the recorded line than on the corrected one.

    ``recorded`` and ``corrected`` are the states before the step; ``piles`` are those that were drawn from, by label.
    """

    at: Count
    step: PlayedStep
    recorded: Any
    corrected: Any
    piles: dict[str, Cards]


class OutcomeChance(Struct, frozen=True):
    """A sentence that may come true in the step, with its exact chance by the recorded and by the right pile."""

    says: str
    recorded: str
    corrected: str


def find_tainted_draw(step: PlayedStep, given: DecisionResult, recorded: Any, corrected: Any) -> TaintedDraw | None:
    """The draw, if there is one, by the piles that the rules ask for on the corrected line.

    A pile that this reader does not have is not compared.
    """
    asked = {each.label: each for each in given.requests}
    wrong = {at: draw for at, draw in step.positioned_draws if _is_of_another_pile(draw, asked.get(draw.label))}
    if not wrong:
        return None
    return TaintedDraw(min(wrong), step, recorded, corrected, {each.label: each.pile for each in wrong.values()})


def _is_of_another_pile(draw: Draw, request: DrawRequest | None) -> bool:
    if request is None or request.pile is UNSET or draw.hidden_pile is not None:
        return False
    return Counter(draw.pile) != Counter(request.known_pile())


def outcome_chances(ruleset: AnyRuleset, tainted: TaintedDraw) -> tuple[OutcomeChance, ...]:
    """Both chances of the sentences that do not come true alike by both piles; of one step, by the tree of its draws.

    The ``MOST_CHANCES`` whose chances differ most. None where the rules would be asked too often, or where that is
    hidden from this reader.
    """
    decision = tainted.step.decision
    recorded = exact_odds(ruleset, tainted.recorded, decision, tainted.piles)
    corrected = exact_odds(ruleset, tainted.corrected, decision)
    return () if recorded is None or corrected is None else _compare(recorded, corrected)


def _compare(recorded: Odds, corrected: Odds) -> tuple[OutcomeChance, ...]:
    one, other = recorded.sentences(), corrected.sentences()
    apart = [each for each in dict.fromkeys((*one, *other)) if one.get(each, 0) != other.get(each, 0)]
    apart.sort(key=lambda each: -abs(one.get(each, Fraction(0)) - other.get(each, Fraction(0))))
    return tuple(OutcomeChance(each, str(one.get(each, 0)), str(other.get(each, 0))) for each in apart[:MOST_CHANCES])
