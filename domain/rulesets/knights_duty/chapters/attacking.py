"""KD-7: attackers point, agree on an order, and may point again after waiting."""

from collections.abc import Iterator

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import DrawRequest, Requirement, Seat, Working
from oathbook.domain.rulesets.knights_duty.chapters.board import distance, steps_between
from oathbook.domain.rulesets.knights_duty.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.knights_duty.model import combat_events, queries
from oathbook.domain.rulesets.knights_duty.model.components import Figures, Weapon
from oathbook.domain.rulesets.knights_duty.model.decisions import DeclareTarget, NameAttacker
from oathbook.domain.rulesets.knights_duty.model.events import StepBegan
from oathbook.domain.rulesets.knights_duty.model.state import Attack, Knight, State
from oathbook.domain.rulesets.knights_duty.model.switches import Rules
from oathbook.domain.rulesets.knights_duty.rules import KA, KD, No


def weapon_figures(rules: Rules, weapon: Weapon) -> Figures:
    """What is printed for a weapon."""
    (found,) = (each for each in rules.components.weapons if each.name == weapon)
    return found


def begin_attacks(play: Play) -> None:
    """Attackers with an opponent in range may point; the attacks of the others are lost (KD-7.3)."""
    attackers = queries.actors(play.field, "attack")
    diagonals = _diagonals_matter(play.state, attackers)
    play.emit(StepBegan("attacking", attackers), KD.ORDER_OF_KINDS, KD.ATTACK, KD.RANGE, readings=diagonals)
    for attack in play.field.attacks:
        if not any(is_in_range(play.state, attack, knight) for knight in queries.knights_on_board(play.field)):
            play.emit(combat_events.AttackLost(attack.attacker), KD.NOBODY_IN_RANGE, readings=diagonals)


def is_in_range(state: State, attack: Attack, target: Knight) -> bool:
    """Whether an opponent stands from one step to the weapon's reach away (KD-7.2, KA-28)."""
    return (
        target.seat != attack.attacker
        and 1 <= _distance_to(state, attack, target) <= weapon_figures(state.rules, attack.weapon).reach
    )


def _distance_to(state: State, attack: Attack, target: Knight) -> int:
    here, there = queries.knight_of(state.field, attack.attacker).space, target.space
    assert here is not None, "an attacker has left the board before the attacks are over"
    assert there is not None, "distances are measured to Knights on the board"
    return distance(state.rules, here, there)


def may_declare_target(state: State, decision: DeclareTarget) -> Iterator[Requirement]:
    """An opponent on the board and in range, or nobody."""
    yield must_be_asked(state, decision.by, during=("targets",), clause=KD.RANGE)
    if decision.target is None:
        return
    yield Requirement(
        No.NO_SUCH_OPPONENT,
        KD.RANGE,
        asks="does the target stand on the board?",
        holds=any(knight.seat == decision.target for knight in queries.knights_on_board(state.field)),
        says=f"{decision.target} is not on the board",
        values={"target": decision.target},
    )
    yield Requirement(
        No.NOT_ONESELF,
        KD.RANGE,
        asks="is the target an opponent?",
        holds=decision.target != decision.by,
        says="nobody can attack oneself",
        values={"target": decision.target},
        readings=(KA.NOT_ONESELF,),
    )
    attack = queries.attack_of(state.field, decision.by)
    away = _distance_to(state, attack, queries.knight_of(state.field, decision.target))
    reach = weapon_figures(state.rules, attack.weapon).reach
    yield Requirement(
        No.OUT_OF_RANGE,
        KD.RANGE,
        asks="is the target within the weapon's range?",
        holds=1 <= away <= reach,
        says=f"{decision.target} is {away} spaces away, and the {attack.weapon} reaches {reach}",
        values={"distance": away, "reach": reach, "weapon": attack.weapon},
        readings=(KA.DISTANCE, KA.DIRECTIONS),
    )


def declare_target(play: Play, decision: DeclareTarget) -> None:
    """The attacker points, in the open (KA-17)."""
    if decision.target is None:
        play.emit(
            combat_events.TargetDeclared(decision.by, None), KD.RANGE, KD.NOBODY_IN_RANGE, readings=(KA.DECLARATION,)
        )
        return
    attack = queries.attack_of(play.field, decision.by)
    target = queries.knight_of(play.field, decision.target)
    working = Working.start("distance", _distance_to(play.state, attack, target), clause=KD.RANGE)
    play.emit(
        combat_events.TargetDeclared(decision.by, decision.target),
        KD.RANGE,
        readings=(KA.DECLARATION, KA.DISTANCE, *_diagonals_matter(play.state, (decision.by,))),
        working=working.within(weapon_figures(play.state.rules, attack.weapon).reach, clause=KD.RANGE).lines,
    )


def next_attack(play: Play) -> bool:
    """Begin the combat of the only attack left, or ask who goes first; false when none is left."""
    left = queries.waiting_attacks(play.field)
    if not left:
        return False
    if len(left) == 1:
        _choose_attacker(play, left[0].attacker, "alone")
    else:
        play.emit(
            combat_events.OrderAsked(tuple(attack.attacker for attack in left)),
            *(KD.ANY_ORDER, KD.WHO_GOES_FIRST),
            readings=(KA.ONE_AFTER_ANOTHER, KA.AGREEMENTS),
        )
    return True


def may_name_attacker(state: State, decision: NameAttacker) -> Iterator[Requirement]:
    """A waiting attacker names one of those who wait, or nobody."""
    yield must_be_asked(state, decision.by, during=("order",), clause=KD.ANY_ORDER)
    left = tuple(attack.attacker for attack in queries.waiting_attacks(state.field))
    yield Requirement(
        No.NOT_WAITING,
        KD.WHO_GOES_FIRST,
        asks="does the attack of the named one wait?",
        holds=decision.attacker is None or decision.attacker in left,
        says=f"{decision.attacker} has no attack that waits",
        values={"named": decision.attacker or "nobody", "waiting": ", ".join(left)},
    )


def name_attacker(play: Play, decision: NameAttacker, chance: Chance) -> None:
    """A word more; all the same is an agreement, two that differ are none (KA-16)."""
    play.emit(
        combat_events.AttackerNamed(decision.by, decision.attacker),
        KD.ANY_ORDER,
        KD.WHO_GOES_FIRST,
        readings=(KA.AGREEMENTS,),
    )
    left = tuple(attack.attacker for attack in queries.waiting_attacks(play.field))
    agreed = queries.agreed_seat(play.field.words)
    if agreed is None:
        _choose_attacker_by_switch(play, left, chance)
    elif not queries.seats_without_word(play.field.words, left):
        _choose_attacker(play, agreed, "agreed")


def _choose_attacker_by_switch(play: Play, left: tuple[Seat, ...], chance: Chance) -> None:
    if play.state.rules.switches.attack_order == "seat_order":
        _choose_attacker(play, min(left, key=play.state.seats.index), "seat_order")
        return
    resolved = len(play.field.attacks) - len(left)
    (first,) = chance.draw(DrawRequest(f"order/{play.field.slot}/{resolved}", left)).drawn
    _choose_attacker(play, Seat(first), "drawn")


def _choose_attacker(play: Play, attacker: Seat, how: combat_events.How) -> None:
    cites = (KD.ANY_ORDER,) if how == "alone" else (KD.ANY_ORDER, KD.WHO_GOES_FIRST)
    agreed = how in {"alone", "agreed"}
    play.emit(combat_events.AttackerChosen(attacker, how), *cites, readings=() if agreed else (KA.ATTACK_ORDER,))
    _begin_combat(play, attacker)


def _begin_combat(play: Play, attacker: Seat) -> None:
    """An attacker meets the target; both with a token face up are asked about it (KD-8.1)."""
    attack = queries.attack_of(play.field, attacker)
    assert attack.target is not None, "an attack waits without a target"
    fallen = any(queries.knight_of(play.field, seat).defeated for seat in (attacker, attack.target))
    play.emit(
        combat_events.CombatBegan(attacker, attack.target, attack.weapon),
        *(KD.COMBAT, KD.HURT_STILL_FIGHTS) if fallen else (KD.COMBAT,),
        readings=(KA.DEFEATED_STILL_ACTS,) if fallen else (),
    )


def reopen_targets(play: Play, resolved: Seat) -> None:
    """Those who waited on the same opponent may point again (KD-7.5)."""
    held_back = tuple(attack.attacker for attack in queries.waiting_attacks(play.field) if attack.target == resolved)
    if held_back:
        play.emit(combat_events.TargetsReopened(held_back), KD.WHO_GOES_FIRST, readings=(KA.DECLARATION,))


def _diagonals_matter(state: State, attackers: tuple[Seat, ...]) -> tuple[KA, ...]:
    """KA-37, where counting steps the other way gives another distance to an opponent."""
    board = state.rules.components.board
    places = {knight.seat: knight.space for knight in queries.knights_on_board(state.field) if knight.space is not None}
    differs = any(
        steps_between(board, places[attacker], there, straight=True)
        != steps_between(board, places[attacker], there, straight=False)
        for attacker in attackers
        for there in places.values()
    )
    return (KA.DIRECTIONS,) if differs else ()
