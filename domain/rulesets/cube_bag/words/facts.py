"""Events of the map in words: attack, reaction, conversion, losses, recovery, outcome."""

from typing import Final

from oathbook.domain.rulesets.comparisons import with_comparisons
from oathbook.domain.rulesets.cube_bag.model import events as e
from oathbook.domain.rulesets.cube_bag.model.bag_events import BagEvent
from oathbook.domain.rulesets.cube_bag.model.components import card_title
from oathbook.domain.rulesets.cube_bag.model.decisions import Loss
from oathbook.domain.rulesets.cube_bag.model.state import Stage
from oathbook.domain.rulesets.cube_bag.words import letters
from oathbook.domain.rulesets.cube_bag.words.bag_facts import BAG_KINDS, cube_facts
from oathbook.domain.rulesets.cube_bag.words.deeds import deed
from oathbook.domain.rulesets.cube_bag.words.notation import NOTATION
from oathbook.domain.rulesets.kit.wording import format_count, plural, with_article
from oathbook.domain.rulesets.vocabulary import Fact, FactKind, Vocabulary

VOCABULARY: Final = Vocabulary(
    (
        FactKind("attacks", ("armies", "defender", "target", "siege"), marker=True, begins="round"),
        FactKind("forgoes_attack"),
        FactKind("stage_begins", ("stage",), marker=True, begins="phase"),
        FactKind("reacts", ("army", "origin", "to")),
        *BAG_KINDS,
        FactKind("converts", ("owner", "army", "unit", "hex", "as_army", "fights")),
        FactKind("damage", ("damage",)),
        FactKind("losses_chosen"),
        FactKind("losses_shown", ("losses",)),
        FactKind("loses_units", ("army", "unit", "count")),
        FactKind("loses_structure", ("structure",)),
        FactKind("structure_damaged", ("structure", "black")),
        FactKind("damage_in_vain", ("colour", "damage")),
        FactKind("structure_returns", ("structure", "area", "actions", "consumption")),
        FactKind("rebuilds", ("structure", "hex", "actions", "consumption")),
        FactKind("earns_achievement", ("achievement", "structure")),
        FactKind("recovers", ("unit", "origin", "hex", "as_army", "depleted")),
        FactKind("battle_decided", ("outcome",)),
        FactKind("earns_experience", ("card", "cubes")),
        FactKind("battle_ends", ("kept",), marker=True),
        FactKind("game_ends", ("outcome",), marker=True),
    ),
    verbs=letters.VERBS,
    states=with_comparisons(letters.STATES),
    names=letters.names,
    beyond=letters.BEYOND,
    deed=deed,
    notation=NOTATION,
)


def facts_of(event: e.Event) -> tuple[Fact, ...]:
    """The event as facts; one for each side or object where it speaks of several."""
    if isinstance(event, BagEvent):
        return cube_facts(event)
    match event:
        case e.LossesShown(choices):
            return tuple(_choice_fact(choice) for choice in choices)
        case e.LossesTaken():
            return _loss_facts(event)
        case (
            e.DamageMeasured() | e.LossesChosen() | e.StructureReturned() | e.StructureRebuilt() | e.AchievementEarned()
        ):
            return (_loss_fact(event),)
        case e.BattleDecided() | e.ExperienceEarned() | e.BattleEnded() | e.GameEnded():
            return (_outcome_fact(event),)
        case _:
            return (_army_fact(event),)


_Armies = e.AttackDeclared | e.AttackForgone | e.StageBegan | e.ArmyReacted | e.UnitConverted | e.UnitRecovered


def _army_fact(event: _Armies) -> Fact:
    match event:
        case e.AttackDeclared(seat, armies, defender, target, siege):
            slots: dict[str, str | int] = {"armies": " ".join(armies), "defender": defender, "target": target}
            what = f"{seat} attacks {defender} on {target} with {_armies(armies)}"
            return Fact("attacks", seat, {**slots, "siege": _yes_or_no(siege)}, f"{what}: a siege" if siege else what)
        case e.AttackForgone(seat):
            return Fact("forgoes_attack", seat, {}, f"{seat} does not attack after the maneuver")
        case e.StageBegan(stage, asked):
            return Fact("stage_begins", None, {"stage": stage}, _stage(stage, asked))
        case e.ArmyReacted(seat, army, origin, to):
            stays = f"army {army} of {seat} reacts on {to} and stays there"
            goes = f"army {army} of {seat} reacts and goes from {origin} to {to}"
            return Fact("reacts", seat, {"army": army, "origin": origin, "to": to}, stays if origin == to else goes)
        case e.UnitConverted(seat, owner, army, unit, place, as_army, fights):
            slots = {"owner": owner, "army": army, "unit": unit, "hex": place, "as_army": as_army}
            says = f"{seat} converts 1 {unit} of {owner}'s army {army}: "
            says = f"{says}on {place} stands {seat}'s army {as_army}, depleted"
            return Fact("converts", seat, {**slots, "fights": _yes_or_no(fights)}, says)
        case e.UnitRecovered(seat, unit, origin, place, as_army, depleted):
            slots = {"unit": unit, "origin": origin, "hex": place, "as_army": as_army}
            says = f"{seat} recovers 1 {unit} lost on {origin}: it stands on {place} as army {as_army}"
            return Fact("recovers", seat, {**slots, "depleted": _yes_or_no(depleted)}, says)


_Losses = e.DamageMeasured | e.LossesChosen | e.StructureReturned | e.StructureRebuilt | e.AchievementEarned


def _loss_fact(event: _Losses) -> Fact:
    match event:
        case e.DamageMeasured(seat, damage):
            return Fact("damage", seat, {"damage": damage}, f"{seat} deals {damage} damage")
        case e.LossesChosen(seat):
            return Fact("losses_chosen", seat, {}, f"{seat} has decided what the enemy loses")
        case e.StructureReturned(seat, structure, area, actions, consumption):
            gone: dict[str, str | int] = {"structure": structure, "area": area}
            gone |= {"actions": actions, "consumption": consumption}
            where = f"{structure} goes back to {seat}'s mat, to the place marked {area.replace('_', ' ')}"
            return Fact("structure_returns", seat, gone, f"{where}{_lost_with_structure(actions, consumption)}")
        case e.StructureRebuilt(seat, structure, place, actions, consumption):
            back: dict[str, str | int] = {"structure": structure, "hex": place}
            back |= {"actions": actions, "consumption": consumption}
            return Fact(
                "rebuilds",
                seat,
                back,
                f"{seat} builds {structure} again on {place}{_returned_with_structure(actions, consumption)}",
            )
        case e.AchievementEarned(seat, achievement, structure):
            earned = {"achievement": achievement, "structure": structure}
            return Fact("earns_achievement", seat, earned, f"{seat} earns {achievement} for destroying {structure}")


def _outcome_fact(event: e.BattleDecided | e.ExperienceEarned | e.BattleEnded | e.GameEnded) -> Fact:
    match event:
        case e.BattleDecided(outcome, winners):
            says = f"{' and '.join(winners)} won the battle" if winners else "nobody won the battle"
            return Fact("battle_decided", winners[0] if winners else None, {"outcome": outcome}, says)
        case e.ExperienceEarned(seat, card, cubes):
            says = f"{seat} earns {cubes} experience on {card_title(card)}"
            return Fact("earns_experience", seat, {"card": card, "cubes": cubes}, says)
        case e.BattleEnded(kept):
            back = sum(each.actions + sum(spent.cubes for spent in each.experience) for each in kept)
            says = "the battle is over, and its cubes go back to the supplies"
            return Fact(
                "battle_ends", None, {"kept": back}, f"{says}, {back} to where they came from" if back else says
            )
        case e.GameEnded(outcome, winners):
            says = f"no maneuver is left, and the last battle went to {' and '.join(winners)}"
            drawn = f"no maneuver is left: {_ENDS.get(outcome, 'nobody won the last battle')}"
            slots: dict[str, str | int] = {"outcome": outcome}
            return Fact("game_ends", winners[0] if winners else None, slots, says if winners else drawn)


def _choice_fact(choice: e.Shown) -> Fact:
    chosen = choice.losses.value
    losses = ", ".join(f"{loss.of} {loss.damage}" for loss in chosen) or "nothing"
    dealt = ", ".join(f"{loss.damage} damage {_damage_target(loss)}" for loss in chosen) or "no damage"
    return Fact("losses_shown", choice.seat, {"losses": losses}, f"{choice.seat} deals {dealt}")


def _damage_target(loss: Loss) -> str:
    """Whom the damage is dealt to: one unit of an army, several of a type, or a structure."""
    army, _, unit = loss.of.partition("/")
    if not unit:
        return f"to {army}"
    return f"to {with_article(unit)} of army {army}" if loss.damage == 1 else f"among the {plural(unit)} of army {army}"


def _lost_with_structure(actions: int, consumption: int) -> str:
    """What goes with a lost structure (CB-10.6)."""
    cubes = (
        f"{format_count(actions, 'action cube')} {'goes' if actions == 1 else 'go'} to the supply" if actions else ""
    )
    less = f"consumption falls by {consumption}" if consumption else "no consumption ends" if actions else ""
    gone = " and ".join(each for each in (cubes, less) if each)
    return f"; {gone}" if gone else ""


def _returned_with_structure(actions: int, consumption: int) -> str:
    """What comes back with a structure that is built again (CA-59)."""
    cubes = (
        f"{format_count(actions, 'action cube')} {'comes' if actions == 1 else 'come'} from the supply"
        if actions
        else ""
    )
    more = f"consumption rises by {consumption}" if consumption else ""
    back = " and ".join(each for each in (cubes, more) if each)
    return f"; {back}" if back else ""


def _loss_facts(event: e.LossesTaken) -> tuple[Fact, ...]:
    units = tuple(
        Fact(
            "loses_units",
            lost.seat,
            {"army": lost.army, "unit": lost.unit, "count": lost.count},
            f"{lost.seat} loses {format_count(lost.count, lost.unit)} of army {lost.army}",
        )
        for lost in event.units
    )
    vain = tuple(
        Fact("damage_in_vain", None, {"colour": colour, "damage": damage}, f"{damage} {colour} damage has no effect")
        for colour, damage in event.in_vain.items()
    )
    return (*units, *map(_structure_fact, event.structures), *vain)


def _structure_fact(hit: e.StructureHit) -> Fact:
    if hit.falls:
        return Fact("loses_structure", hit.seat, {"structure": hit.structure}, f"{hit.structure} of {hit.seat} falls")
    slots: dict[str, str | int] = {"structure": hit.structure, "black": hit.black}
    says = f"{hit.structure} of {hit.seat} takes {format_count(hit.black, 'black cube')}"
    return Fact("structure_damaged", hit.seat, slots, says)


def _stage(stage: Stage, asked: tuple[e.Asked, ...]) -> str:
    """What begins, and who can do what in it."""
    if not asked:
        return _STAGES[stage]
    if stage == "reaction":
        return " and ".join(map(_may_react, asked))
    doing = {"conversion": "convert an enemy unit", "recovery": "recover a lost unit"}.get(stage, "act")
    who = (f"{each.seat} may try to {doing} by {' or '.join(map(card_title, each.cards))}" for each in asked)
    return ", then ".join(who)


def _may_react(asked: e.Asked) -> str:
    if not asked.armies:
        return f"{asked.seat} is asked about a reaction, and has no army that may react"
    return f"{asked.seat} may react with {' or '.join(f'army {each}' for each in asked.armies)}"


def _armies(names: tuple[str, ...]) -> str:
    return f"army {names[0]}" if len(names) == 1 else f"a corps of armies {', '.join(names)}"


def _yes_or_no(holds: bool) -> str:  # noqa: FBT001  # a slot in words
    return "yes" if holds else "no"


_ENDS: Final = {"no battle": "there was no battle"}

_STAGES: Final[dict[Stage, str]] = {
    "opening": "an attack may be declared",
    "reaction": "the defender is asked about a reaction",
    "preparation": "both fighters prepare their cubes",
    "tactics": "cards may discard cubes",
    "conversion": "a fighter may try to convert an enemy unit",
    "clash": "the armies clash",
    "extra_draw": "the defender may draw more",
    "redraw": "cubes may be drawn again",
    "losses": "the losses are chosen",
    "mat": "lost buildings go back to the mats",
    "recovery": "a fighter may try to recover a lost unit",
    "outcome": "the outcome of the battle is settled",
    "over": "the game is over",
}
