"""KD-5 and KD-6: change of equipment, then Defending and Parrying."""

from oathbook.domain.rulesets.knights_duty.chapters.play import Play
from oathbook.domain.rulesets.knights_duty.model.events import EquipmentChanged, StanceTaken
from oathbook.domain.rulesets.knights_duty.model.queries import actors, knight_of
from oathbook.domain.rulesets.knights_duty.rules import KD


def change_equipment(play: Play) -> None:
    """Everybody who turned over another weapon now has it."""
    for action in play.field.actions:
        if action.kind == "change" and action.weapon is not None:
            old = knight_of(play.field, action.seat).weapon
            play.emit(EquipmentChanged(action.seat, old, action.weapon), KD.ORDER_OF_KINDS, KD.CHANGE, KD.EQUIPPED)


def take_guard(play: Play) -> None:
    """First those with a shield token, then those with a parry token."""
    for seat in actors(play.field, "defend"):
        play.emit(StanceTaken(seat, "defending"), KD.ORDER_OF_KINDS, KD.SHIELD)
    for seat in actors(play.field, "parry"):
        play.emit(StanceTaken(seat, "parrying"), KD.ORDER_OF_KINDS, KD.PARRY)
