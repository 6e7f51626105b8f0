"""GH-7: which of two cards is better, or that it is not clear."""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.kernel import Line, Working
from oathbook.domain.rulesets.gloomhaven_attack.chapters.modifiers import apply_changes, card_changes
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Card, Effect
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import Switches
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH

ComparedCards = tuple[Card, ...]
FIRST: Final = 0
SECOND: Final = 1
BEYOND: Final = 10**15
"""More than any card makes of an attack: the rank of a 2x or a Null that FA-8 or FA-22 put first or last."""


class Verdict(Struct, frozen=True):
    """The better one, ``FIRST`` or ``SECOND``, or nothing where they are worth the same or it is not clear."""

    better: int | None
    clauses: tuple[GH, ...]
    readings: tuple[FA, ...] = ()
    working: tuple[Line, ...] = ()


def compare_cards(first: ComparedCards, second: ComparedCards, *, value: int, switches: Switches) -> Verdict:
    """The verdict on an attack of that value, with the readings on which a verdict on these cards can rest."""
    verdict = _verdict(first, second, value, switches)
    readings = tuple(reading for reading in _SETTINGS if _depends_on(reading, first, second, value, switches))
    if GH.SAME_EFFECTS in verdict.clauses and verdict.better is None:
        readings = (*readings, FA.EQUAL_CARDS)
    lines = (*_value_of(first, value).lines, *_value_of(second, value).lines)
    return replace(verdict, readings=readings, working=lines)


_SETTINGS: Final[dict[FA, tuple[dict[str, str], ...]]] = {
    FA.DOUBLE_COMPARED: tuple({"double_compared": each} for each in ("by_value", "always_best")),
    FA.SIZE_OF_EFFECTS: tuple({"effect_sizes": each} for each in ("apart", "by_size")),
    FA.COMPARED_AT_ZERO: tuple({"compared_at_zero": each} for each in ("as_reached", "as_damage", "null_worst")),
}
"""The switches of a comparison, each in all its settings."""


def _depends_on(reading: FA, first: ComparedCards, second: ComparedCards, value: int, switches: Switches) -> bool:
    """Whether under some settings of the other two switches this one gives another verdict."""
    for one, other in product(*(settings for each, settings in _SETTINGS.items() if each != reading)):
        turned = [replace(switches, **one, **other, **each) for each in _SETTINGS[reading]]
        verdicts = [_verdict(first, second, value, each) for each in turned]
        if any(each != verdicts[0] for each in verdicts):
            return True
    return False


def _verdict(first: ComparedCards, second: ComparedCards, value: int, switches: Switches) -> Verdict:
    worths = [_worth(cards, value, switches) for cards in (first, second)]
    more, less = (_contains(one, other, switches) for one, other in ((first, second), (second, first)))
    if more and less:
        clauses = (GH.NUMBER, GH.SAME_EFFECTS)
        return Verdict(None if worths[0] == worths[1] else worths.index(max(worths)), clauses)
    if more and worths[0] >= worths[1]:
        return Verdict(FIRST, (GH.NUMBER, GH.MORE_EFFECTS))
    if less and worths[1] >= worths[0]:
        return Verdict(SECOND, (GH.NUMBER, GH.MORE_EFFECTS))
    return Verdict(None, (GH.NUMBER, GH.NOT_COMPARABLE, GH.AMBIGUOUS))


def _value_of(cards: ComparedCards, value: int) -> Working:
    """What the cards make of the value (GH-7.1)."""
    begun = Working.start(f"attack with {' and '.join(card.id for card in cards)}", value, clause=GH.NUMBER)
    return apply_changes(begun, card_changes(cards))


def _worth(cards: ComparedCards, value: int, switches: Switches) -> int:
    """The value that is compared, by the readings FA-8 and FA-22."""
    ops = {card.op for card in cards}
    if "null" in ops and switches.compared_at_zero == "null_worst":
        return -BEYOND
    if "double" in ops and switches.double_compared == "always_best":
        return BEYOND
    worth = 0 if "null" in ops else _value_of(cards, value).total
    return max(0, worth) if switches.compared_at_zero == "as_damage" else worth


def _contains(one: ComparedCards, other: ComparedCards, switches: Switches) -> bool:
    """Whether all added effects of the other are on the one (FA-21)."""
    had, wanted = (tuple(effect for card in cards for effect in card.effects) for cards in (one, other))
    if switches.effect_sizes == "apart":
        return set(wanted) <= set(had)
    return _times(wanted) <= _times(had) and _sizes(wanted) <= _sizes(had)


def _times(effects: Iterable[Effect]) -> Counter[tuple[str, str]]:
    return Counter((each.name, each.on) for each in effects)


def _sizes(effects: Iterable[Effect]) -> Counter[tuple[str, str]]:
    return Counter((each.name, each.on) for each in effects for _ in range(each.size))
