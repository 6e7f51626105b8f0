"""The field after the events of attacks, combats and Inspiration (KD-7 to KD-9)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.kit.misfits import must_fit
from oathbook.domain.rulesets.knights_duty.model import combat_events as c
from oathbook.domain.rulesets.knights_duty.model.field import knight_of, unsaid, waiting, with_knight
from oathbook.domain.rulesets.knights_duty.model.state import Attack, Combat, Field, InspirationChoice, Word


def attack_lost(field: Field, event: c.AttackLost) -> Field:
    """The attack is over before it began."""
    must_fit(_attack(field, event.seat).status == "open", f"the attack of {event.seat!r} has been declared")
    return _with_attack(field, event.seat, status="over")


def target_declared(field: Field, event: c.TargetDeclared) -> Field:
    """The attack waits for its combat, or is over."""
    must_fit(event.seat != event.target, "nobody can attack oneself")
    must_fit(_attack(field, event.seat).status == "open", f"the attack of {event.seat!r} has been declared")
    must_fit(event.target is None or knight_of(field, event.target).space is not None, "the target is not on the board")
    if event.target is None:
        return _with_attack(field, event.seat, status="over", target=None)
    return _with_attack(field, event.seat, status="waiting", target=knight_of(field, event.target).seat)


def order_asked(field: Field, event: c.OrderAsked) -> Field:
    """The waiting attackers have to speak."""
    left = tuple(attack.attacker for attack in waiting(field))
    must_fit(len(left) > 1 and left == event.seats, f"the attackers who wait are {', '.join(left) or 'none'}")
    must_fit(all(attack.status != "open" for attack in field.attacks), "a player has not pointed yet")
    return replace(field, stage="order", words=())


def attacker_named(field: Field, event: c.AttackerNamed) -> Field:
    """A waiting attacker has spoken."""
    speaking = unsaid(field.words, (attack.attacker for attack in waiting(field)))
    must_fit(event.seat in speaking, f"seat {event.seat!r} has no word in this")
    return replace(field, words=(*field.words, Word(event.seat, event.attacker)))


def attacker_chosen(field: Field, event: c.AttackerChosen) -> Field:
    """The words have served."""
    must_fit(any(event.seat == attack.attacker for attack in waiting(field)), f"{event.seat!r} has no attack waiting")
    return replace(field, words=())


def combat_began(field: Field, event: c.CombatBegan) -> Field:
    """Two Knights are in a combat."""
    attack = _attack(field, event.attacker)
    must_fit(attack.status == "waiting", f"the attack of {event.attacker!r} does not wait")
    must_fit((attack.target, attack.weapon) == (event.target, event.weapon), "that is not the attack declared")
    must_fit(all(each.status != "open" for each in field.attacks), "a player has not pointed yet")
    combat = Combat(event.attacker, event.target, event.weapon)
    return replace(field, stage="inspiration", combat=combat, combats=field.combats + 1, stalled=False, agreed=())


def inspiration_chosen(field: Field, event: c.InspirationChosen) -> Field:
    """A choice lies face down."""
    combat = _combat(field)
    must_fit(event.seat in {combat.attacker, combat.target}, f"{event.seat!r} is not in this combat")
    must_fit(all(event.seat != choice.seat for choice in combat.choices), f"{event.seat!r} has chosen already")
    return replace(field, combat=replace(combat, choices=(*combat.choices, InspirationChoice(event.seat, event.use))))


def inspiration_shown(field: Field, event: c.InspirationShown) -> Field:
    """A choice is open."""
    combat = _combat(field)
    must_fit(any(event.seat == choice.seat for choice in combat.choices), f"{event.seat!r} has not chosen")
    choices = tuple(
        replace(choice, shown=event.use.value) if choice.seat == event.seat else choice for choice in combat.choices
    )
    return replace(field, combat=replace(combat, choices=choices))


def inspiration_spent(field: Field, event: c.InspirationSpent) -> Field:
    """The token lies face down."""
    return with_knight(field, replace(knight_of(field, event.seat), inspiration="face_down"))


def inspiration_regained(field: Field, event: c.InspirationRegained) -> Field:
    """The token lies face up."""
    return with_knight(field, replace(knight_of(field, event.seat), inspiration="face_up"))


def attacker_fumbled(field: Field, event: c.AttackerFumbled) -> Field:
    """No weapon."""
    return with_knight(field, replace(knight_of(field, event.seat), weapon=None))


def heart_broken(field: Field, event: c.HeartBroken) -> Field:
    """A Broken Heart, from this turn on."""
    return with_knight(field, replace(knight_of(field, event.seat), heart="broken", broken_this_turn=True))


def knight_defeated(field: Field, event: c.KnightDefeated) -> Field:
    """Defeated, but on the board until the attacks are over."""
    return with_knight(field, replace(knight_of(field, event.seat), defeated=True))


def combat_ended(field: Field, event: c.CombatEnded) -> Field:
    """The attack is over; the next may begin."""
    combat = _combat(field)
    must_fit((combat.attacker, combat.target) == (event.attacker, event.target), "that is not the combat")
    return replace(_with_attack(field, event.attacker, status="over"), stage="targets", combat=None)


def targets_reopened(field: Field, event: c.TargetsReopened) -> Field:
    """Some of those who wait may point again."""
    must_fit(bool(event.seats), "nobody held back")
    for seat in event.seats:
        must_fit(_attack(field, seat).status == "waiting", f"the attack of {seat!r} does not wait")
        field = _with_attack(field, seat, status="open")
    return field


def _combat(field: Field) -> Combat:
    assert field.combat is not None, "stage inspiration without a combat"
    return field.combat


def _attack(field: Field, attacker: Seat) -> Attack:
    for attack in field.attacks:
        if attack.attacker == attacker:
            return attack
    what = f"{attacker!r} has no attack in this slot"
    raise Misfit(what)


def _with_attack(field: Field, attacker: Seat, **changes: object) -> Field:
    changed = tuple(replace(attack, **changes) if attack.attacker == attacker else attack for attack in field.attacks)
    return replace(field, attacks=changed)


COMBAT_CHANGES: Final[Mapping[type, Callable[[Field, Any], Field]]] = {
    c.AttackLost: attack_lost,
    c.TargetDeclared: target_declared,
    c.AttackerNamed: attacker_named,
    c.AttackerChosen: attacker_chosen,
    c.OrderAsked: order_asked,
    c.CombatBegan: combat_began,
    c.InspirationChosen: inspiration_chosen,
    c.InspirationShown: inspiration_shown,
    c.InspirationSpent: inspiration_spent,
    c.InspirationRegained: inspiration_regained,
    c.AttackerFumbled: attacker_fumbled,
    c.HeartBroken: heart_broken,
    c.KnightDefeated: knight_defeated,
    c.CombatEnded: combat_ended,
    c.TargetsReopened: targets_reopened,
}
