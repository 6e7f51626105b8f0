"""The game of hands keeps the laws of rulesets, and a hand that leaks breaks law 5."""

from collections.abc import Callable
from typing import Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import HOLDER, Draw, DrawRequest, Viewer
from oathbook.domain.rulesets.kit.rules import AnyPlay
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays.coverage import Tally, coverage_of
from oathbook.replays.laws import LawBroken
from oathbook.replays.playouts import play_out
from tests.handgame import model as m
from tests.handgame.ruleset import HANDGAME

GAMES = 20


class _Asked:
    """Chance that is asked for something else than the rules asked for, and answers as they asked."""

    def __init__(self, chance: Chance, change: Callable[[DrawRequest], DrawRequest]) -> None:
        self.chance, self.change = chance, change

    def draw(self, request: DrawRequest) -> Draw:
        draw = self.chance.draw(self.change(request))
        return draw.hidden_like(replace(request, label=draw.label, pile_to=self.change(request).pile_to))


def leaky_hands(change: Callable[[DrawRequest], DrawRequest]) -> AnyRuleset:
    """A game whose requests say too much: what becomes of them."""

    def take(play: AnyPlay, decision: m.Decision, chance: Chance) -> None:
        HANDGAME.take(play, decision, _Asked(chance, change))

    return replace(HANDGAME, take=take)


def _view_of_everything(state: m.State, _: Viewer) -> m.View:
    return HANDGAME.view(state, HOLDER)


PEEKING_HANDS: Final = replace(HANDGAME, view=_view_of_everything)
"""A game in which a view shows what lies in the hands of others."""


def shown(request: DrawRequest) -> DrawRequest:
    """A hand is drawn in the clear."""
    return replace(request, to=UNSET)


def with_its_pile(request: DrawRequest) -> DrawRequest:
    """What is left of the deck is told."""
    return replace(request, pile_to=UNSET)


def named_after_the_pile(request: DrawRequest) -> DrawRequest:
    """A label tells the first card of the deck."""
    return replace(request, label=f"{request.label}/{request.known_pile()[0]}")


def played(ruleset: AnyRuleset) -> list[Tally]:
    """What random games of it reach."""
    return [play_out(ruleset, seed).tally for seed in range(GAMES)]


def test_random_games_keep_every_law_and_compare_hands_that_are_dealt_otherwise() -> None:
    tallies = played(HANDGAME)

    assert coverage_of(HANDGAME, tallies).missing == {}
    assert sum(tally["dealt otherwise", "compared"] for tally in tallies) > GAMES


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (shown, "was drawn in the clear, and is hidden afterwards"),
        (with_its_pile, "can tell two worlds apart"),
        (named_after_the_pile, "can tell two worlds apart"),
    ],
)
def test_a_draw_that_tells_a_hand_breaks_law_5(change: Callable[[DrawRequest], DrawRequest], says: str) -> None:
    with pytest.raises(LawBroken, match=says) as broken:
        played(leaky_hands(change))

    assert broken.value.law == 5


def test_a_view_that_shows_hands_breaks_law_5() -> None:
    with pytest.raises(LawBroken, match="is shown more than it may see"):
        played(PEEKING_HANDS)
