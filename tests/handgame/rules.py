"""The game of hands: its clauses, and what has to hold for a decision."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.rulebook import Clause, Rulebook
from tests.handgame import model as m


class HG(StrEnum):
    """Clauses."""

    DEAL = "HG-1"
    TURN = "HG-2"
    TAKE = "HG-3"
    PLAY = "HG-4"
    END = "HG-5"


class No(StrEnum):
    """Refusals."""

    DEALT = "dealt"
    TURN = "turn"
    DECK = "deck"
    PLACE = "place"


_WORDS: Final = {
    HG.DEAL: "The first player deals a hand to everybody, turns a card and burns one.",
    HG.TURN: "A turn is one card taken or played.",
    HG.TAKE: "A card is taken from the deck, once a game.",
    HG.PLAY: "A card is played out of the hand, and shown.",
    HG.END: "When all hands are empty, most points win.",
}
RULEBOOK: Final = Rulebook(
    tuple(Clause(clause, clause.name.lower(), words, "the game of hands") for clause, words in _WORDS.items()), ()
)


def requirements(state: m.State, decision: m.Decision) -> Iterator[Requirement]:
    """All that has to hold, one after another; none looks at a card."""
    by, is_dealt = decision.by, bool(state.burned)
    right = is_dealt != isinstance(decision, m.Deal) and state.ending is None
    yield Requirement(No.DEALT, HG.DEAL, "is it time for that?", right, "cards are dealt first, and once")
    yield Requirement(No.TURN, HG.TURN, "is it their turn?", by == state.turn, f"{by} waits", kind="out-of-turn")
    match decision:
        case m.Deal():
            pass
        case m.Take():
            may = state.left > 0 and state.takes[by] < m.TAKES
            yield Requirement(No.DECK, HG.TAKE, "is there a card to take?", may, f"{by} takes no more cards")
        case m.Play(place=place):
            there = place < len(state.hands[by])
            yield Requirement(No.PLACE, HG.PLAY, "is there a card?", there, f"{by} has no card at {place}")
