"""GH-6.2, GH-8.6: the end of a round, and of the scenario."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play, must_be_asked, must_be_the_table
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import EndRound
from oathbook.domain.rulesets.gloomhaven_attack.model.events import DeckShuffled, RoundBegan, RoundEnded, ScenarioEnded
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import in_order, living_figures
from oathbook.domain.rulesets.gloomhaven_attack.model.state import State
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH


def may_end_round(state: State, decision: EndRound) -> Iterator[Requirement]:
    """The table, between attacks."""
    yield must_be_asked(state, decision.by, during=("round",), clause=GH.ROUNDS)
    yield must_be_the_table(decision.by, GH.ROUNDS, "the table ends a round, not one seat")


def end_round(play: Play) -> None:
    """Decks are shuffled where that is due, and another round begins unless it was the last."""
    battle = play.battle
    play.emit(RoundEnded(battle.round), GH.ROUNDS, readings=(FA.SCENARIO,))
    for deck in battle.decks:
        if deck.shuffle_due:
            play.emit(DeckShuffled(deck.name, "round", in_order(play.state, deck.discards)), GH.SHUFFLE)
    if battle.round < play.state.rules.components.rounds:
        play.emit(RoundBegan(battle.round + 1), GH.ROUNDS)
    else:
        play.emit(ScenarioEnded("rounds over", ()), GH.ROUNDS, readings=(FA.SCENARIO,))


def end_if_one_side_left(play: Play) -> None:
    """Between attacks: one side is gone."""
    if play.battle.stage != "round":
        return
    if not living_figures(play.battle, monsters=True):
        play.emit(ScenarioEnded("monsters defeated", play.state.seats), GH.ROUNDS, readings=(FA.SCENARIO,))
    elif not living_figures(play.battle, monsters=False):
        play.emit(ScenarioEnded("characters defeated", ()), GH.ROUNDS, readings=(FA.SCENARIO, FA.WHO_DIES))
