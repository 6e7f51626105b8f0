"""What is counted: what each player has, and what no event may change."""

from collections import Counter
from collections.abc import Mapping

from oathbook.domain.rulesets.heirless.chapters.battles.battle_end import cards_in_use, stall_of
from oathbook.domain.rulesets.heirless.model.components import FACTIONS
from oathbook.domain.rulesets.heirless.model.queries import staff_of
from oathbook.domain.rulesets.heirless.model.state import BANDITS, State
from oathbook.domain.rulesets.protocol import Score, Standing


def standing_of(state: State) -> Standing:
    """The Prestige of every player, without penalties for broken promises."""
    scores = tuple(Score(player.seat, player.prestige, "Prestige") for player in state.field.players)
    return Standing(scores, (), state.field.ending, stall=stall_of(state))


def conserved_in(state: State) -> Mapping[str, int]:
    """Knights, Bandits, Workers by Faction, Workplaces, Laws, markers, cubes, and Influence but as counted."""
    field = state.field
    total: Counter[str] = Counter(Knights=len(field.knights), Bandits=len(field.bandits))
    for faction in FACTIONS:
        reserves = (*(player.unemployed for player in field.players), field.employed)
        total[f"{faction} Workers"] = sum(staff_of(each, faction) for each in reserves)
    hands = sum(len(player.hand) for player in field.players)
    piles = sum(len(pile.cards) for pile in field.piles)
    total["Workplaces"] = hands + piles + len(field.built) + len(field.sovereign)
    total["Laws"] = len(field.laws) + len(field.in_force)
    total["markers"] = sum(len(player.markers) for player in field.players)
    total["cubes on the tracks"] = sum(seat is not None for track in field.tracks for seat in track.spots)
    spent = 0 if field.ballot is None else sum(each.influence for each in field.ballot.spent)
    reserves_of_influence = sum(player.influence for player in field.players)
    total["Influence"] = reserves_of_influence + spent + field.discarded - field.earned
    for cards in field.war.cards:
        total[f"Battlecards of {cards.seat}"] = cards.held + cards.discarded
    for seat in cards_in_use(field):
        total[f"Battlecards of {seat}"] += seat != BANDITS
    return total
