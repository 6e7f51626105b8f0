"""The steps of a Battle in the rulebook's order, each up to the point where a seat has to decide again."""

from oathbook.domain.chance import Chance
from oathbook.domain.errors import NotCovered
from oathbook.domain.rulesets.heirless.chapters.battles import battle_end, battlecards, reports
from oathbook.domain.rulesets.heirless.chapters.battles.alliances import form_alliances, name_ally
from oathbook.domain.rulesets.heirless.chapters.battles.attack import attack_in_turn, wound_by_cards
from oathbook.domain.rulesets.heirless.chapters.battles.battles import open_battle
from oathbook.domain.rulesets.heirless.chapters.battles.hourglass import begin_turn, place_cubes, reset_cubes
from oathbook.domain.rulesets.heirless.chapters.battles.targets import aim_bandits, choose_targets
from oathbook.domain.rulesets.heirless.chapters.play import Play
from oathbook.domain.rulesets.heirless.chapters.turns.season import end_season
from oathbook.domain.rulesets.heirless.model.battle_queries import hourglass_of, is_one_side_left
from oathbook.domain.rulesets.heirless.model.decisions import (
    AgreeToEnd,
    Ally,
    Attack,
    PlaceCard,
    Report,
    Resolve,
    Target,
)
from oathbook.domain.rulesets.heirless.model.state import BANDITS, State
from oathbook.domain.rulesets.heirless.rules import HB


def is_readable(state: State) -> bool:
    """Whether the edition has a text of Battles."""
    return state.rules.printing.battle_model is not None


def must_be_covered(state: State) -> None:
    """``NotCovered`` where the edition has no text of Battles."""
    if not is_readable(state):
        raise NotCovered(HB.ORDER_OF_BATTLES, "the Battles of this edition cannot be read in full")


def resolve(play: Play, decision: Resolve, chance: Chance) -> None:
    """The Battle is open, and its players speak of Alliances."""
    open_battle(play, decision)
    begin_battle_if_all_spoke(play, chance)


def ally(play: Play, decision: Ally, chance: Chance) -> None:
    """A player has spoken; after the last one the Battle begins."""
    name_ally(play, decision)
    begin_battle_if_all_spoke(play, chance)


def begin_battle_if_all_spoke(play: Play, chance: Chance) -> None:
    """Alliances, then cubes, then the first Battle Turn. A player alone against Bandits has nobody to speak to."""
    hourglass = hourglass_of(play.field)
    if len(hourglass.players) > 1 and len(hourglass.words) < len(hourglass.players):
        return
    form_alliances(play)
    place_cubes(play)
    next_turn(play, chance)


def next_turn(play: Play, chance: Chance) -> None:
    """Battle Turns follow each other until one side is left (HB-1.5)."""
    if is_one_side_left(hourglass_of(play.field)):
        battle_end.end_battle(play, agreed=False)
        end_season_after_last(play)
        return
    begin_turn(play)
    if hourglass_of(play.field).attacker == BANDITS:
        aim_bandits(play, chance)


def target(play: Play, decision: Target, _chance: Chance) -> None:
    """The Attacker's figures have their targets."""
    choose_targets(play, decision.aims)


def defend(play: Play, decision: PlaceCard, chance: Chance) -> None:
    """A card lies face down; with the last Defender's card all is decided, where Bandits attack."""
    battlecards.place_card(play, decision)
    if play.field.stage == "attack" and hourglass_of(play.field).attacker == BANDITS:
        fight(play, chance)


def attack(play: Play, decision: Attack, chance: Chance) -> None:
    """The Attacker's card lies face up, and the figures fight."""
    battlecards.place_face_up(play, decision)
    fight(play, chance)


def fight(play: Play, chance: Chance) -> None:
    """From the reveal to the end of the Battle Turn, and into the next one (HB-3.6 to HB-5.3)."""
    battlecards.place_bandit_card(play, chance)
    battlecards.reveal(play)
    wound_by_cards(play)
    attack_in_turn(play)
    reset_cubes(play)
    battle_end.end_turn(play)
    next_turn(play, chance)


def agree_to_end(play: Play, decision: AgreeToEnd, _chance: Chance) -> None:
    """A Battle that has stalled ends when the table wants that, or every player in it (HA-40)."""
    battle_end.agree_to_end(play, decision)
    if battle_end.is_end_agreed(play.field):
        battle_end.end_battle(play, agreed=True)
        end_season_after_last(play)


def report(play: Play, decision: Report) -> None:
    """A Battle that is not covered is over by the word of the table."""
    reports.report(play, decision)
    end_season_after_last(play)


def end_season_after_last(play: Play) -> None:
    """When every Battle is over, so is the Season."""
    if all(battle.status == "over" for battle in play.field.war.battles):
        end_season(play)
