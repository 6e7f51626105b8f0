"""GH-1: the steps of an attack, one target after the other, up to the point where a seat has to decide."""

from typing import Final

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Line, Seat, Working
from oathbook.domain.rulesets.gloomhaven_attack.chapters import modifiers
from oathbook.domain.rulesets.gloomhaven_attack.chapters.damage import apply_effects, deal_damage, discard, retaliate
from oathbook.domain.rulesets.gloomhaven_attack.chapters.declaring import face_target
from oathbook.domain.rulesets.gloomhaven_attack.chapters.drawing import draw_cards
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play
from oathbook.domain.rulesets.gloomhaven_attack.chapters.playing import play_cards
from oathbook.domain.rulesets.gloomhaven_attack.evolve.battle_changes import MOST_TARGETS
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import DrawCards
from oathbook.domain.rulesets.gloomhaven_attack.model.events import AttackEnded, NextTargetAsked, ValueReached
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import card_of, living_figures
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Step
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH

VALUE: Final = "attack"  # what the workings of the steps call the quantity in the making


def begin_draw(play: Play, _decision: DrawCards, chance: Chance) -> None:
    """The attacker's modifiers, unless their order waits for the card (FA-20), then the cards."""
    if play.switches.order_of_own == "before_draw" or not modifiers.order_matters(modifiers.own_changes(play.state)):
        reach_own_value(play)
    draw_cards(play, chance)


def resolve_steps(play: Play) -> None:
    """Go through the steps that are left; each stops where a seat has to decide."""
    attack = play.attack
    if not attack.values and not _own_step(play):
        return
    if attack.played is None and not play_cards(play):
        return
    finish_target(play)


def finish_target(play: Play) -> None:
    """The cards count, the defender is next, and what follows from the value."""
    if len(play.attack.values) == 1 and not _card_step(play):
        return
    if not _defender_step(play):
        return
    deal_damage(play)
    applied = apply_effects(play)
    discard(play)
    retaliate(play, applied)
    next_target(play)


def _reach(play: Play, step: Step, working: Working, cites: tuple[GH, ...], readings: tuple[FA, ...]) -> None:
    """The value after a step, raised to zero by another reading of FA-12."""
    below = working.total < 0
    if below:
        raised = play.switches.below_zero == "each_step"
        working = working.at_least(0, clause=GH.PER_TARGET, when=raised)
    play.emit(
        ValueReached(play.attack.attacker, play.target.id, step, working.total),
        *cites,
        readings=(*readings, FA.BELOW_ZERO) if below else readings,
        working=working.lines,
    )


# Step 1 -------------------------------------------------------------------------------------------------------


def _own_step(play: Play) -> bool:
    """After the draw, by FA-20: the order of the attacker's modifiers, if nobody has chosen it; false if asked."""
    changes = modifiers.own_changes(play.state)
    if not modifiers.is_ordered(play.attack, "attacker"):
        modifiers.ask_for_order(play, play.attacker.seat, "attacker", changes, (FA.ORDER_BEFORE_DRAW,))
        return False
    reach_own_value(play)
    return True


def reach_own_value(play: Play) -> None:
    """GH-1.2: the base value, then the attacker's bonuses and penalties in their order."""
    changes = modifiers.own_changes(play.state)
    ordered = tuple(changes[number] for number in modifiers.order_of(play.attack, "attacker", len(changes)))
    working = modifiers.apply_changes(Working.start(VALUE, play.attack.base, clause=GH.PER_TARGET), ordered)
    if "poison" not in play.target.conditions:
        working = modifiers.apply_changes(working, (modifiers.POISON,), when=False)
    cites = (GH.ATTACKER, GH.FREE_ORDER) if len(changes) > 1 else (GH.ATTACKER,)
    readings = (FA.ORDER_BEFORE_DRAW,) if modifiers.order_matters(changes) else ()
    _reach(play, "attacker", working, cites, readings)


# Step 2 -------------------------------------------------------------------------------------------------------


def _card_step(play: Play) -> bool:
    """GH-1.3: the cards that count, in an order that is asked for where it changes the value; false if asked."""
    own, cards = modifiers.own_changes(play.state), _counted_changes(play)
    switches = play.switches
    null = any(each.op == "null" for each in cards) and switches.null_and_bonuses == "zero"
    readings = _card_readings(own, cards, null=null)
    mixed = switches.free_order == "across_steps" and bool(own)
    asked = (*own, *cards) if mixed else cards
    chosen = modifiers.is_ordered(play.attack, "cards") or modifiers.is_ordered(play.attack, "mixed")
    if not chosen and not null and modifiers.order_matters(asked):
        modifiers.ask_for_order(play, play.attacker.seat, "mixed" if mixed else "cards", asked, readings)
        return False
    _reach_card_value(play, own, cards, null=null, readings=readings)
    return True


def _counted_changes(play: Play) -> tuple[modifiers.Change, ...]:
    drawn = play.attack.drawn
    return modifiers.card_changes(card_of(play.state, drawn[number].card) for number in play.attack.played or ())


def _card_readings(
    own: tuple[modifiers.Change, ...], cards: tuple[modifiers.Change, ...], *, null: bool
) -> tuple[FA, ...]:
    """FA-4, FA-6 and FA-3, as far as another setting could ask for another order."""
    readings: list[FA] = []
    if any(each.op == "null" for each in cards) and (len(cards) > 1 or modifiers.order_matters((*own, *cards))):
        readings.append(FA.NULL_WINS)
    if own and not null and modifiers.order_matters((*own, *cards)):
        readings.append(FA.INSIDE_A_STEP)
    if modifiers.order_matters(cards):
        readings.append(FA.ADD_OR_DOUBLE)
    return tuple(readings)


def _reach_card_value(
    play: Play,
    own: tuple[modifiers.Change, ...],
    cards: tuple[modifiers.Change, ...],
    *,
    null: bool,
    readings: tuple[FA, ...],
) -> None:
    attack = play.attack
    if modifiers.is_ordered(attack, "mixed"):
        begun, changes, step = Working.start(VALUE, attack.base, clause=GH.PER_TARGET), (*own, *cards), "mixed"
    else:
        begun, changes, step = Working.start(VALUE, attack.values[-1].value, clause=GH.ATTACKER), cards, "cards"
    order = modifiers.order_of(attack, "mixed" if step == "mixed" else "cards", len(changes))
    ordered = tuple(changes[number] for number in order)
    if null:
        ordered = tuple(sorted(ordered, key=lambda each: each.op == "null"))
    working = modifiers.apply_changes(modifiers.apply_changes(begun, ordered), _unused_changes(play), when=False)
    special = (GH.TWICE_AND_NULL,) if any(each.op in {"double", "null"} for each in cards) else ()
    several = (GH.FREE_ORDER,) if len(cards) > 1 else ()
    _reach(play, "mixed" if step == "mixed" else "cards", working, (GH.CARD, *special, *several), readings)


def _unused_changes(play: Play) -> tuple[modifiers.Change, ...]:
    """The cards that were drawn and do not count."""
    drawn, played = play.attack.drawn, play.attack.played or ()
    numbers = (number for number in range(len(drawn)) if number not in played)
    return modifiers.card_changes(card_of(play.state, drawn[number].card) for number in numbers)


# Step 3 -------------------------------------------------------------------------------------------------------


def _defender_step(play: Play) -> bool:
    """GH-1.4: Shield less Pierce, and other bonuses, in an order that is asked for where it matters; false if asked."""
    attack, target = play.attack, play.target
    shield = Working.start("Shield", target.shield, clause=GH.DEFENDER)
    if target.shield:
        pierced = min(attack.pierce, target.shield)
        shield = shield.take(pierced, clause=GH.PIERCE, when=attack.pierce > 0, named="Pierce")
    changes = modifiers.defender_changes(target, shield.total)
    ordered = modifiers.is_ordered(attack, "defender")
    if not ordered and modifiers.order_matters(changes):
        modifiers.ask_for_order(play, _ordering_seat(play), "defender", changes, (FA.DEFENCE_ORDER,))
        return False
    changes = tuple(changes[number] for number in modifiers.order_of(attack, "defender", len(changes)))
    begun = Working.start(VALUE, attack.values[-1].value, clause=GH.CARD)
    working = modifiers.apply_changes(begun, changes, up=play.switches.halving == "up")
    halved = any(each.op == "halve" for each in changes)
    cites = (GH.DEFENDER, GH.PIERCE) if attack.pierce and target.shield else (GH.DEFENDER,)
    lines = Working(VALUE, working.total, (*_shield_lines(shield), *working.lines))
    _reach(play, "defender", lines, cites, (FA.HALVING,) if halved else ())
    return True


def _shield_lines(shield: Working) -> tuple[Line, ...]:
    """How much Shield is left, where Pierce could change it."""
    return shield.lines if any(line.op == "take" and line.applied for line in shield.lines) else ()


def _ordering_seat(play: Play) -> Seat:
    return play.target.seat if play.switches.defence_order == "defender" else play.attacker.seat


# The next target ----------------------------------------------------------------------------------------------


def next_target(play: Play) -> None:
    """Go on against the next enemy, ask for one (FA-24), or end the attack."""
    attack, fallen = play.attack, play.attacker.dead
    left = tuple(aim.figure for aim in attack.targets[attack.current + 1 :])
    one_by_one = play.switches.targets_named == "one_by_one"
    readings = (FA.ATTACKER_FALLS,) if fallen else ()
    goes_on = not fallen or play.switches.attacker_falls == "goes_on"
    if left and goes_on:
        face_target(play, attack.current + 2, readings)
    elif one_by_one and goes_on and _has_more_enemies(play):
        asked = NextTargetAsked(play.attacker.seat, attack.attacker)
        play.emit(asked, GH.PER_TARGET, GH.DECLARING, readings=(FA.TARGETS_UP_FRONT, *readings))
    else:
        end_attack(play, left, (FA.TARGETS_UP_FRONT, *readings))


def _has_more_enemies(play: Play) -> bool:
    before = {aim.figure for aim in play.attack.targets}
    enemies = living_figures(play.battle, monsters=play.attacker.kind != "monster")
    return len(before) < MOST_TARGETS and any(each.id not in before for each in enemies)


def end_attack(play: Play, left_out: tuple[str, ...], readings: tuple[FA, ...]) -> None:
    """Nobody is left to attack, or nobody to go on attacking."""
    fallen = play.attacker.dead
    cites = (GH.DEATH, GH.LAPSE, GH.PER_TARGET) if fallen and left_out else (GH.PER_TARGET,)
    play.emit(AttackEnded(play.attack.attacker, left_out), *cites, readings=readings)
