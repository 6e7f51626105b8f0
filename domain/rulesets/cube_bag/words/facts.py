"""The table of events: kind of fact, player, slots and sentence of each; and the vocabulary of letters."""

from functools import partial
from typing import Final

from oathbook.domain.rulesets.comparisons import with_comparisons
from oathbook.domain.rulesets.cube_bag.chapters.steps import DECISIONS
from oathbook.domain.rulesets.cube_bag.model import bag_events as b
from oathbook.domain.rulesets.cube_bag.model import events as e
from oathbook.domain.rulesets.cube_bag.model.components import Cubes, card_title
from oathbook.domain.rulesets.cube_bag.model.cubes import describe_cubes, total
from oathbook.domain.rulesets.cube_bag.model.decisions import Loss
from oathbook.domain.rulesets.cube_bag.words import letters
from oathbook.domain.rulesets.cube_bag.words.notation import NOTATION
from oathbook.domain.rulesets.kit.rows import Row, facts_by, kinds_of
from oathbook.domain.rulesets.kit.wording import format_count, plural, with_article
from oathbook.domain.rulesets.vocabulary import Vocabulary

_STAGES: Final = {
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


def _stage(event: e.StageBegan) -> str:
    """What begins, and who can do what in it."""
    if not event.asked:
        return _STAGES[event.stage]
    if event.stage == "reaction":
        return " and ".join(map(_may_react, event.asked))
    doing = {"conversion": "convert an enemy unit", "recovery": "recover a lost unit"}.get(event.stage, "act")
    who = (f"{each.seat} may try to {doing} by {' or '.join(map(card_title, each.cards))}" for each in event.asked)
    return ", then ".join(who)


def _may_react(asked: e.Asked) -> str:
    if not asked.armies:
        return f"{asked.seat} is asked about a reaction, and has no army that may react"
    return f"{asked.seat} may react with {' or '.join(f'army {each}' for each in asked.armies)}"


def _attack(event: e.AttackDeclared) -> str:
    names = event.armies
    armies = f"army {names[0]}" if len(names) == 1 else f"a corps of armies {', '.join(names)}"
    siege = ": a siege" if event.siege else ""
    return f"{event.seat} attacks {event.defender} on {event.target} with {armies}{siege}"


def _reaction(event: e.ArmyReacted) -> str:
    stays = event.origin == event.to
    where = f"on {event.to} and stays there" if stays else f"and goes from {event.origin} to {event.to}"
    return f"army {event.army} of {event.seat} reacts {where}"


def _preparation(event: b.CubesPrepared) -> str:
    own, neutral = format_count(event.own, f"{event.colour} cube"), format_count(event.neutral, "neutral cube")
    return f"{event.seat} prepares {own} and {neutral}"


def _discarding(event: b.PreparedDiscarded) -> str:
    cubes = (
        f"{format_count(event.each, 'cube')} of each fighter's colour {'is' if event.each == 1 else 'are'} discarded"
    )
    return f"{event.seat} uses {card_title(event.card)}: {cubes}"


def _extra_draw(event: b.ExtraDrawMeasured) -> str:
    return f"{event.seat} may draw {event.allowed} more" if event.allowed else f"{event.seat} may not draw any more"


def _redraw(event: b.CubesRedrawn) -> str:
    back = f"{describe_cubes(event.back)} {_verb(event.back, 'goes', 'go')} back into the bag"
    out = f"{describe_cubes(event.drawn)} {_verb(event.drawn, 'comes', 'come')} out"
    return f"{event.seat} uses {card_title(event.card)}: {back}, {out}"


def _verb(cubes: Cubes, one_does: str, several_do: str) -> str:
    """The verb after so many cubes: ``1 purple goes``, ``2 purple go``."""
    return one_does if total(cubes) == 1 else several_do


def _dealt(shown: e.Shown) -> str:
    dealt = ", ".join(f"{loss.damage} damage {_damage_target(loss)}" for loss in shown.losses.value)
    return f"{shown.seat} deals {dealt or 'no damage'}"


def _damage_target(loss: Loss) -> str:
    """Whom the damage is dealt to: one unit of an army, several of a type, or a structure."""
    army, _, unit = loss.of.partition("/")
    if not unit:
        return f"to {army}"
    return f"to {with_article(unit)} of army {army}" if loss.damage == 1 else f"among the {plural(unit)} of army {army}"


def _losses(shown: e.Shown) -> str:
    return ", ".join(f"{loss.of} {loss.damage}" for loss in shown.losses.value) or "nothing"


def _return(event: e.StructureReturned) -> str:
    """What goes with a lost structure (CB-10.6)."""
    cubes = _action_cubes(event.actions, "goes to", "go to")
    none = "no consumption ends" if event.actions else ""
    less = f"consumption falls by {event.consumption}" if event.consumption else none
    where = f"goes back to {event.seat}'s mat, to the place marked {event.area.replace('_', ' ')}"
    return f"{event.structure} {where}{_and(cubes, less)}"


def _rebuilding(event: e.StructureRebuilt) -> str:
    """What comes back with a structure that is built again (CA-59)."""
    cubes = _action_cubes(event.actions, "comes from", "come from")
    more = f"consumption rises by {event.consumption}" if event.consumption else ""
    return f"{event.seat} builds {event.structure} again on {event.hex}{_and(cubes, more)}"


def _action_cubes(number: int, one_does: str, several_do: str) -> str:
    does = one_does if number == 1 else several_do
    return f"{format_count(number, 'action cube')} {does} the supply" if number else ""


def _and(*parts: str) -> str:
    said = " and ".join(each for each in parts if each)
    return f"; {said}" if said else ""


def _returned_cubes(event: e.BattleEnded) -> int:
    return sum(each.actions + _spent(each) for each in event.kept)


def _spent(event: b.CubesPrepared | b.CheckBegan | e.Kept) -> int:
    return sum(each.cubes for each in event.experience)


def _battle_end(event: e.BattleEnded) -> str:
    back = f", {_returned_cubes(event)} to where they came from" if _returned_cubes(event) else ""
    return f"the battle is over, and its cubes go back to the supplies{back}"


def _end(event: e.GameEnded) -> str:
    if event.winners:
        return f"no maneuver is left, and the last battle went to {' and '.join(event.winners)}"
    none = "there was no battle" if event.outcome == "no battle" else "nobody won the last battle"
    return f"no maneuver is left: {none}"


_SAID: Final = {"cubes": describe_cubes, "drawn": describe_cubes}
_SLOT_VALUES: Final = {**_SAID, "back": describe_cubes, "armies": " ".join}
_row: Final = partial(Row, words={**_SAID, "card": card_title}, slot_values=_SLOT_VALUES)

ROWS: Final = (
    _row(e.AttackDeclared, "attacks", _attack, "armies defender target siege", marker=True, begins="round"),
    _row(e.AttackForgone, "forgoes_attack", "{seat} does not attack after the maneuver"),
    _row(e.StageBegan, "stage_begins", _stage, "stage", by="", marker=True, begins="phase"),
    _row(e.ArmyReacted, "reacts", _reaction, "army origin to"),
    _row(
        b.CubesPrepared,
        "prepares",
        _preparation,
        "own neutral actions experience=spent active",
        computed={"spent": _spent},
    ),
    _row(b.CardOffered, "card_offered", "{seat} is asked whether to use {card}", "card use"),
    _row(b.UseForgone, "forgoes_use", "{seat} does not use {card}", "card use"),
    _row(b.PreparedDiscarded, "discards_prepared", _discarding, "card each"),
    _row(b.BagFilled, "bag_filled", "{seat} fills the bag: {cubes}", "cubes"),
    _row(
        b.CheckBegan,
        "check_begins",
        "{seat} checks the {use} of {card} with complexity {complexity}",
        "card use complexity actions experience=spent",
        computed={"spent": _spent},
    ),
    _row(b.CheckPassed, "check_passed", "{seat} draws {drawn}: the check of the {use} is passed", "card use drawn"),
    _row(b.CheckFailed, "check_failed", "{seat} draws {drawn}: the check of the {use} has failed", "card use drawn to"),
    _row(
        b.CubesWithdrawn,
        "cubes_withdrawn",
        "{cubes} prepared by {seat} {leave} the bag",
        "cubes",
        computed={"leave": lambda event: _verb(event.cubes, "leaves", "leave")},
    ),
    _row(b.CourageMeasured, "courage", "{seat} has courage {courage}", "courage"),
    _row(b.CubesDrawn, "draws", "{seat} draws {drawn}", "named drawn"),
    _row(b.ExtraDrawMeasured, "extra_draw", _extra_draw, "allowed"),
    _row(b.ExtraDrawForgone, "forgoes_extra_draw", "{seat} draws no more"),
    _row(b.CubesRedrawn, "redraws", _redraw, "card back drawn"),
    _row(
        b.ClashReturned,
        "clash_returned",
        "{cubes} {go} back into the bag",
        "cubes",
        by="",
        computed={"go": lambda event: _verb(event.cubes, "goes", "go")},
    ),
    _row(
        e.UnitConverted,
        "converts",
        "{seat} converts 1 {unit} of {owner}'s army {army}: on {hex} stands {seat}'s army {as_army}, depleted",
        "owner army unit hex as_army fights",
    ),
    _row(e.DamageMeasured, "damage", "{seat} deals {damage} damage", "damage"),
    _row(e.LossesChosen, "losses_chosen", "{seat} has decided what the enemy loses"),
    _row(e.LossesShown, "losses_shown", _dealt, "losses=hits", each="choices", computed={"hits": _losses}),
    _row(
        e.LossesTaken,
        "loses_units",
        "{seat} loses {units_lost} of army {army}",
        "army unit count",
        each="units",
        computed={"units_lost": lambda lost: format_count(lost.count, lost.unit)},
    ),
    _row(
        e.LossesTaken,
        "loses_structure",
        "{structure} of {seat} falls",
        "structure",
        each="structures",
        when=lambda hit: hit.falls,
    ),
    _row(
        e.LossesTaken,
        "structure_damaged",
        "{structure} of {seat} takes {cubes}",
        "structure black",
        each="structures",
        words={},
        computed={"cubes": lambda hit: format_count(hit.black, "black cube")},
    ),
    _row(
        e.LossesTaken,
        "damage_in_vain",
        "{value} {key} damage has no effect",
        "colour=key damage=value",
        each="in_vain",
        by="",
    ),
    _row(e.StructureReturned, "structure_returns", _return, "structure area actions consumption"),
    _row(e.StructureRebuilt, "rebuilds", _rebuilding, "structure hex actions consumption"),
    _row(
        e.AchievementEarned,
        "earns_achievement",
        "{seat} earns {achievement} for destroying {structure}",
        "achievement structure",
    ),
    _row(
        e.UnitRecovered,
        "recovers",
        "{seat} recovers 1 {unit} lost on {origin}: it stands on {hex} as army {as_army}",
        "unit origin hex as_army depleted",
    ),
    _row(
        e.BattleDecided,
        "battle_decided",
        lambda event: f"{' and '.join(event.winners) or 'nobody'} won the battle",
        "outcome",
        by="winners",
    ),
    Row(
        e.ExperienceEarned,
        "earns_experience",
        "{seat} earns {cubes} experience on {card}",
        "card cubes",
        words={"card": card_title},
    ),
    _row(
        e.BattleEnded,
        "battle_ends",
        _battle_end,
        "kept=returned",
        by="",
        marker=True,
        computed={"returned": _returned_cubes},
    ),
    _row(e.GameEnded, "game_ends", _end, "outcome", by="winners", marker=True),
)

VOCABULARY: Final = Vocabulary(
    kinds_of(ROWS),
    verbs=letters.VERBS,
    states=with_comparisons(letters.STATES),
    names=letters.names,
    beyond=letters.BEYOND,
    deed=DECISIONS.deed,
    notation=NOTATION,
)
facts_of: Final = facts_by(ROWS)
