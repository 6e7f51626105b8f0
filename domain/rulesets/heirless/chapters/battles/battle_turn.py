"""The steps of a Battle in the rulebook's order, each up to the point where a seat has to decide again."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.chance import Chance
from oathbook.domain.errors import NotCovered
from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.heirless.chapters.battles import battle_end, battlecards
from oathbook.domain.rulesets.heirless.chapters.battles.alliances import form_alliances, may_ally, name_ally
from oathbook.domain.rulesets.heirless.chapters.battles.attack import attack_in_turn, wound_by_cards
from oathbook.domain.rulesets.heirless.chapters.battles.battles import may_resolve, open_battle
from oathbook.domain.rulesets.heirless.chapters.battles.hourglass import begin_turn, place_cubes, reset_cubes
from oathbook.domain.rulesets.heirless.chapters.battles.targets import aim_bandits, choose_targets, may_target
from oathbook.domain.rulesets.heirless.chapters.play import Play
from oathbook.domain.rulesets.heirless.chapters.turns.season import end_season
from oathbook.domain.rulesets.heirless.model import decisions
from oathbook.domain.rulesets.heirless.model.battle_queries import hourglass_of, is_one_side_left
from oathbook.domain.rulesets.heirless.model.state import BANDITS, State
from oathbook.domain.rulesets.heirless.rules import HB
from oathbook.domain.rulesets.kit.dispatch import functions_by_type

REQUIREMENTS: Final = functions_by_type(
    *(may_resolve, may_ally, may_target, battlecards.may_place_card, battlecards.may_attack),
    battle_end.may_agree_to_end,
)


def battle_requirements(state: State, decision: decisions.BattleDecision) -> Iterator[Requirement]:
    """What a decision in Battles must meet; where Battles are not covered, nothing is asked (``take_in_battle``)."""
    if state.rules.printing.battle_model is None:
        return iter(())
    return REQUIREMENTS[type(decision)](state, decision)


def take_in_battle(play: Play, decision: decisions.BattleDecision, chance: Chance) -> None:
    """Follow a decision to the next one; ``NotCovered`` in an edition whose Battles cannot be read."""
    must_be_covered(play.state)
    match decision:
        case decisions.Resolve():
            open_battle(play, decision)
            begin_battle_if_all_spoke(play, chance)
        case decisions.Ally():
            name_ally(play, decision)
            begin_battle_if_all_spoke(play, chance)
        case decisions.Target():
            choose_targets(play, decision.aims)
        case decisions.PlaceCard():
            battlecards.place_card(play, decision)
            fight_if_bandits_attack(play, chance)
        case decisions.Attack():
            battlecards.place_face_up(play, decision)
            fight(play, chance)
        case decisions.AgreeToEnd():
            battle_end.agree_to_end(play, decision)
            end_battle_if_all_agreed(play)


def must_be_covered(state: State) -> None:
    """``NotCovered`` where the edition has no text of Battles."""
    if state.rules.printing.battle_model is None:
        raise NotCovered(HB.ORDER_OF_BATTLES, "the Battles of this edition cannot be read in full")


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


def fight(play: Play, chance: Chance) -> None:
    """From the reveal to the end of the Battle Turn, and into the next one (HB-3.6 to HB-5.3)."""
    battlecards.place_bandit_card(play, chance)
    battlecards.reveal(play)
    wound_by_cards(play)
    attack_in_turn(play)
    reset_cubes(play)
    battle_end.end_turn(play)
    next_turn(play, chance)


def fight_if_bandits_attack(play: Play, chance: Chance) -> None:
    """With the last Defender's card all is decided, where Bandits attack."""
    if play.field.stage == "attack" and hourglass_of(play.field).attacker == BANDITS:
        fight(play, chance)


def end_battle_if_all_agreed(play: Play) -> None:
    """A Battle that has stalled ends when the table wants that, or every player in it (HA-40)."""
    if battle_end.is_end_agreed(play.field):
        battle_end.end_battle(play, agreed=True)
        end_season_after_last(play)


def end_season_after_last(play: Play) -> None:
    """When every Battle is over, so is the Season."""
    if all(battle.status == "over" for battle in play.field.war.battles):
        end_season(play)
