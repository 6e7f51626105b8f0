"""Questions to the field that several steps ask: whose Knight, who is on the board, who must decide."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.kit.misfits import must_find
from oathbook.domain.rulesets.knights_duty.model.components import WEAPONS, Weapon
from oathbook.domain.rulesets.knights_duty.model.decisions import Token
from oathbook.domain.rulesets.knights_duty.model.state import ActionKind, Attack, Field, Knight, Plan, State, Word


def knight_of(field: Field, seat: Seat) -> Knight:
    """The Knight of a seat; ``Misfit`` if the seat has none."""
    return must_find((each for each in field.knights if each.seat == seat), f"Knight of {seat} in this match")


def plan_of(field: Field, seat: Seat) -> Plan:
    """The plan a seat has laid; ``Misfit`` if it has laid none."""
    return must_find((each for each in field.plans if each.seat == seat), f"plan of {seat}")


def attack_of(field: Field, seat: Seat) -> Attack:
    """The attack a seat makes in this slot; ``Misfit`` if it makes none."""
    return must_find((each for each in field.attacks if each.attacker == seat), f"attack of {seat} in this slot")


def knights_on_board(field: Field) -> tuple[Knight, ...]:
    """The Knights that have not left the board, those defeated in this slot included (KD-7.6)."""
    return tuple(knight for knight in field.knights if knight.space is not None)


def waiting_attacks(field: Field) -> tuple[Attack, ...]:
    """The attacks of this slot that have a target and are not resolved yet."""
    return tuple(attack for attack in field.attacks if attack.status == "waiting")


def actions_of(token: Token) -> tuple[ActionKind, ...]:
    """What a token can be; for a weapon token it depends on the weapon equipped (KA-10)."""
    return ("change", "attack") if weapon_on(token) else (OTHER_ACTIONS[token],)


OTHER_ACTIONS: Final[Mapping[str, ActionKind]] = {"movement": "move", "shield": "defend", "parry": "parry"}
"""What the tokens are that show no weapon."""


def weapon_on(token: Token) -> Weapon | None:
    """The weapon a token shows, if it shows one."""
    return next((weapon for weapon in WEAPONS if weapon == token), None)


def actors(field: Field, kind: str) -> tuple[Seat, ...]:
    """Who does an action of that kind in this slot."""
    return tuple(action.seat for action in field.actions if action.kind == kind)


def seats_without_word(words: Iterable[Word], seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those of the seats that have not named anybody yet."""
    said = {word.seat for word in words}
    return tuple(seat for seat in seats if seat not in said)


def agreed_seat(words: Iterable[Word]) -> Seat | None:
    """Whom all of them named, or nobody."""
    named = {word.named for word in words}
    return named.pop() if len(named) == 1 else None


def with_knight(field: Field, seat: Seat, **changes: object) -> Field:
    """The field with something else about the Knight of a seat; ``Misfit`` if the seat has none."""
    changed = replace(knight_of(field, seat), **changes)
    return replace(field, knights=tuple(changed if each.seat == seat else each for each in field.knights))


def seats_to_act(state: State) -> tuple[Seat, ...]:  # noqa: C901  # a case a stage: a table, not a tangle
    """The seats that must decide before anything else happens."""
    field = state.field
    match field.stage:
        case "clans":
            return tuple(seat for seat in state.seats if all(knight.seat != seat for knight in field.knights))
        case "planning":
            laid = {plan.seat for plan in field.plans}
            return tuple(knight.seat for knight in knights_on_board(field) if knight.seat not in laid)
        case "movement":
            chosen = {choice.seat for choice in field.choices}
            return tuple(seat for seat in actors(field, "move") if seat not in chosen)
        case "clash":
            return tuple(
                seat
                for clash in field.clashes
                if not clash.settled
                for seat in seats_without_word(clash.words, clash.seats)
            )
        case "targets":
            return tuple(attack.attacker for attack in field.attacks if attack.status == "open")
        case "order":
            return seats_without_word(field.words, (attack.attacker for attack in waiting_attacks(field)))
        case "inspiration":
            return seats_to_choose_inspiration(state)
        case "revealed" | "over":
            return ()


def seats_to_choose_inspiration(state: State) -> tuple[Seat, ...]:
    """Of the combatants with a token face up: those who have not decided, one at a time if the attacker is first."""
    combat = state.field.combat
    assert combat is not None, "asked about Inspiration while there is no combat"
    chosen = {choice.seat for choice in combat.choices}
    may = tuple(
        seat
        for seat in (combat.attacker, combat.target)
        if knight_of(state.field, seat).inspiration == "face_up" and seat not in chosen
    )
    return may[:1] if state.rules.switches.inspiration_order == "attacker_first" else may
