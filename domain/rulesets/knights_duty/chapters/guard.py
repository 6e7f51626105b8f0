"""KD-6: Defending and Parrying."""

from domain.rulesets.knights_duty.chapters.play import Play
from domain.rulesets.knights_duty.model.events import StanceTaken
from domain.rulesets.knights_duty.model.field import actors
from domain.rulesets.knights_duty.rules import KD


def take_guard(play: Play) -> None:
    """First those with a shield token, then those with a parry token."""
    for seat in actors(play.field, "defend"):
        play.follow(StanceTaken(seat, "defending"), KD.ORDER_OF_KINDS, KD.SHIELD)
    for seat in actors(play.field, "parry"):
        play.follow(StanceTaken(seat, "parrying"), KD.ORDER_OF_KINDS, KD.PARRY)
