"""The game of hands keeps the laws of rulesets, and a hand that leaks breaks law 5."""

from collections.abc import Callable

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import HOLDER, Draw, DrawRequest, Viewer
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence
from oathbook.replays.coverage import Tally, coverage_of
from oathbook.replays.laws import LawBroken
from oathbook.replays.playouts import play_out
from tests.handgame import model as m
from tests.handgame.ruleset import HandGame

GAMES = 20


class _Asked:
    """Chance that is asked for something else than the rules asked for, and answers as they asked."""

    def __init__(self, chance: Chance, change: Callable[[DrawRequest], DrawRequest]) -> None:
        self.chance, self.change = chance, change

    def draw(self, request: DrawRequest) -> Draw:
        draw = self.chance.draw(self.change(request))
        return draw.hidden_like(replace(request, label=draw.label, pile_to=self.change(request).pile_to))


class LeakyHands(HandGame):
    """A game whose requests say too much."""

    def __init__(self, change: Callable[[DrawRequest], DrawRequest]) -> None:
        """Take what becomes of them."""
        self.change = change

    def decide(self, state: m.State, decision: m.Decision, chance: Chance) -> tuple[Consequence[m.Event], ...]:
        """As the game does."""
        return super().decide(state, decision, _Asked(chance, self.change))


class PeekingHands(HandGame):
    """A game in which a view shows what lies in the hands of others."""

    def view(self, state: m.State, viewer: Viewer) -> m.View:
        """Every card that there is."""
        return super().view(state, HOLDER if viewer != HOLDER else viewer)


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
    tallies = played(HandGame())

    assert coverage_of(HandGame(), tallies).missing == {}
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
        played(LeakyHands(change))

    assert broken.value.law == 5


def test_a_view_that_shows_hands_breaks_law_5() -> None:
    with pytest.raises(LawBroken, match="is shown more than it may see"):
        played(PeekingHands())
