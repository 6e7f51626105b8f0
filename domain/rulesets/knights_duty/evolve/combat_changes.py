"""The field after the events of attacks, combats and Inspiration (KD-7 to KD-9)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_fit
from oathbook.domain.rulesets.kit.play import SeatEvent
from oathbook.domain.rulesets.knights_duty.model import combat_events as c
from oathbook.domain.rulesets.knights_duty.model import queries, state


def _attack_lost(field: state.Field, event: c.AttackLost) -> state.Field:
    must_fit(queries.attack_of(field, event.seat).status == "open", f"the attack of {event.seat} has been declared")
    return _with_attack(field, event.seat, status="over")


def _target_declared(field: state.Field, event: c.TargetDeclared) -> state.Field:
    must_fit(event.seat != event.target, "nobody can attack oneself")
    must_fit(queries.attack_of(field, event.seat).status == "open", f"the attack of {event.seat} has been declared")
    must_fit(
        event.target is None or queries.knight_of(field, event.target).space is not None,
        "the target is not on the board",
    )
    if event.target is None:
        return _with_attack(field, event.seat, status="over", target=None)
    return _with_attack(field, event.seat, status="waiting", target=queries.knight_of(field, event.target).seat)


def _order_asked(field: state.Field, event: c.OrderAsked) -> state.Field:
    left = tuple(attack.attacker for attack in queries.waiting_attacks(field))
    must_fit(len(left) > 1 and left == event.seats, f"the attackers who wait are {', '.join(left) or 'none'}")
    must_fit(all(attack.status != "open" for attack in field.attacks), "a player has not pointed yet")
    return replace(field, stage="order", words=())


def _attacker_named(field: state.Field, event: c.AttackerNamed) -> state.Field:
    speaking = queries.seats_without_word(field.words, (attack.attacker for attack in queries.waiting_attacks(field)))
    must_fit(event.seat in speaking, f"seat {event.seat} has no word in this")
    return replace(field, words=(*field.words, state.Word(event.seat, event.attacker)))


def _attacker_chosen(field: state.Field, event: c.AttackerChosen) -> state.Field:
    must_fit(
        any(event.seat == attack.attacker for attack in queries.waiting_attacks(field)),
        f"{event.seat} has no attack waiting",
    )
    return replace(field, words=())


def _combat_began(field: state.Field, event: c.CombatBegan) -> state.Field:
    attack = queries.attack_of(field, event.attacker)
    must_fit(attack.status == "waiting", f"the attack of {event.attacker} does not wait")
    must_fit((attack.target, attack.weapon) == (event.target, event.weapon), "that is not the attack declared")
    must_fit(all(each.status != "open" for each in field.attacks), "a player has not pointed yet")
    combat = state.Combat(event.attacker, event.target, event.weapon)
    return replace(field, stage="inspiration", combat=combat, combats=field.combats + 1, stalled=False, agreed=())


def _inspiration_chosen(field: state.Field, event: c.InspirationChosen) -> state.Field:
    combat = _combat(field)
    must_fit(event.seat in {combat.attacker, combat.target}, f"{event.seat} is not in this combat")
    must_fit(all(event.seat != choice.seat for choice in combat.choices), f"{event.seat} has chosen already")
    return replace(
        field, combat=replace(combat, choices=(*combat.choices, state.InspirationChoice(event.seat, event.use)))
    )


def _inspiration_shown(field: state.Field, event: c.InspirationShown) -> state.Field:
    combat = _combat(field)
    must_fit(any(event.seat == choice.seat for choice in combat.choices), f"{event.seat} has not chosen")
    choices = tuple(
        replace(choice, shown=event.use.value) if choice.seat == event.seat else choice for choice in combat.choices
    )
    return replace(field, combat=replace(combat, choices=choices))


def _knight_changed(field: state.Field, event: SeatEvent) -> state.Field:
    return queries.with_knight(field, event.seat, **KNIGHT_CHANGES[type(event)])


def _combat_ended(field: state.Field, event: c.CombatEnded) -> state.Field:
    combat = _combat(field)
    must_fit((combat.attacker, combat.target) == (event.attacker, event.target), "that is not the combat")
    return replace(_with_attack(field, event.attacker, status="over"), stage="targets", combat=None)


def _targets_reopened(field: state.Field, event: c.TargetsReopened) -> state.Field:
    must_fit(bool(event.seats), "nobody held back")
    for seat in event.seats:
        must_fit(queries.attack_of(field, seat).status == "waiting", f"the attack of {seat} does not wait")
        field = _with_attack(field, seat, status="open")
    return field


def _combat(field: state.Field) -> state.Combat:
    assert field.combat is not None, "stage inspiration without a combat"
    return field.combat


def _with_attack(field: state.Field, attacker: Seat, **changes: object) -> state.Field:
    changed = tuple(replace(attack, **changes) if attack.attacker == attacker else attack for attack in field.attacks)
    return replace(field, attacks=changed)


KNIGHT_CHANGES: Final[Mapping[type, Mapping[str, object]]] = {
    c.InspirationSpent: {"inspiration": "face_down"},
    c.InspirationRegained: {"inspiration": "face_up"},
    c.AttackerFumbled: {"weapon": None},
    c.HeartBroken: {"heart": "broken", "broken_this_turn": True},
    c.KnightDefeated: {"defeated": True},
}
"""What changes about the Knight of the seat, and nothing else."""

COMBAT_CHANGES: Final[dict[type, Callable[[state.Field, Any], state.Field]]] = {
    **functions_by_type(
        *(_attack_lost, _target_declared, _attacker_named, _attacker_chosen, _order_asked, _combat_began),
        *(_inspiration_chosen, _inspiration_shown, _combat_ended, _targets_reopened),
    ),
    **dict.fromkeys(KNIGHT_CHANGES, _knight_changed),
}
