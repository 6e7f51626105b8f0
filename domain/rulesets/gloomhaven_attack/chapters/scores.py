"""What is counted: hit points, and what no event may change."""

from collections.abc import Mapping

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Battle, State
from oathbook.domain.rulesets.protocol import Score, Standing


def standing_of(state: State) -> Standing:
    """Hit points of a seat's figures, those below zero counting nothing; out is who has no figure left."""
    battle = state.battle
    scores = tuple(Score(seat, _hit_points(battle, seat), "hit points") for seat in state.seats)
    living = {figure.seat for figure in battle.figures if not figure.dead}
    return Standing(scores, tuple(seat for seat in state.seats if seat not in living), battle.ending)


def _hit_points(battle: Battle, seat: Seat) -> int:
    return sum(max(0, figure.hit_points) for figure in battle.figures if figure.seat == seat)


def conserved_in(state: State) -> Mapping[str, int]:
    """Cards in decks, on discards, on the table and ready; figures; items."""
    battle = state.battle
    on_table = sum(each.on_table for each in battle.attack.drawn) if battle.attack is not None else 0
    in_decks = sum(len(deck.pile) + len(deck.discards) for deck in battle.decks)
    return {
        "cards": in_decks + on_table + sum(each.left for each in battle.supplies),
        "figures": len(battle.figures),
        "items": sum(len(figure.items) for figure in battle.figures),
    }
