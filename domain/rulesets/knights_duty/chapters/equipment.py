"""KD-5: change of equipment."""

from domain.rulesets.knights_duty.chapters.play import Play
from domain.rulesets.knights_duty.model.events import EquipmentChanged
from domain.rulesets.knights_duty.model.field import knight_of
from domain.rulesets.knights_duty.rules import KD


def change_equipment(play: Play) -> None:
    """Everybody who turned over another weapon now has it."""
    for action in play.field.actions:
        if action.kind == "change" and action.weapon is not None:
            old = knight_of(play.field, action.seat).weapon
            play.follow(EquipmentChanged(action.seat, old, action.weapon), KD.ORDER_OF_KINDS, KD.CHANGE, KD.EQUIPPED)
