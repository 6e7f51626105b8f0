"""The commonest mistakes in an attack of Gloomhaven, as sheets that somebody writes who has read the docs."""

from typing import Final

from tests.support.mistakes.misplay import Misplay

TABLE: Final = (
    "oathbook notation/1\nedition gloomhaven_attack/gh1\ncomponents gloomhaven-sample-1\nseats ann Ann, bram Bram\n\n"
)
_KILLED: Final = f"{TABLE}ann: attack bones with scoundrel for 3\nann: draw\n  draw +2\n"


def _attack(target: str, base: int, card: str, reached: int) -> str:
    """An attack of the scoundrel, with what the table says up to the value after the card."""
    thing = target.replace("-", " ")
    return (
        f"{TABLE}ann: attack {target} with scoundrel for {base}\nann: draw\n  draw {card}\n"
        f"  then after the attacker's modifiers the attack of scoundrel on {thing} is {base}\n"
        f"  then scoundrel draws modifier cards against {thing}\n"
        f"  then {card} is drawn from the deck of scoundrel\n  then {card} counts against {thing}\n"
        f"  then after the modifier cards the attack of scoundrel on {thing} is {reached}\n"
    )


def _over(card: str) -> str:
    return f"  then {card} goes to the discards of scoundrel\n  then the attack of scoundrel is over\n"


GLOOMHAVEN_MISPLAYS: Final[dict[str, Misplay]] = {
    "Shield forgotten": Misplay(
        _attack("guard-elite", 3, "+1", 4)
        + "  then after the defender's bonuses the attack of scoundrel on guard elite is 4\n"
        + "  then guard elite suffers 4 damage and has 6 hit points left\n"
        + _over("+1"),
        (6,),
        ("GH-1.4",),
        "consequence",
    ),
    "stands at zero hit points": Misplay(
        _attack("bones", 3, "+2", 5)
        + "  then after the defender's bonuses the attack of scoundrel on bones is 5\n"
        + "  then bones suffers 5 damage and has 0 hit points left\n"
        + _over("+2"),
        (6,),
        ("GH-5.2",),
        "consequence",
    ),
    "Retaliate forgotten": Misplay(
        _attack("spiked", 3, "+1", 4)
        + "  then after the defender's bonuses the attack of scoundrel on spiked is 2\n"
        + "  then spiked suffers 2 damage and has 4 hit points left\n"
        + _over("+1"),
        (6,),
        ("GH-8.3",),
        "consequence",
    ),
    "deck not shuffled after a Null": Misplay(
        f"{TABLE}ann: attack bones with scoundrel for 3\nann: draw\n  draw null\n"
        "table: end round\n  then round 1 ends\n  then round 2 begins\n",
        (8,),
        ("GH-6.2",),
        "consequence",
    ),
    "attack on a dead figure": Misplay(
        f"{_KILLED}! bram: attack bones with brute for 2\n  says nobody took the standee off\n"
        "  draw brute/1: +0\n  then bones suffers 2 damage and is at -2 hit points\n",
        (7,),
        ("GH-5.2",),
    ),
    "figure of another player": Misplay(
        f"{TABLE}! bram: attack bones with scoundrel for 3\n  says Ann was in the kitchen\n"
        "  draw scoundrel/1: +1\n  then bones suffers 4 damage and has 1 hit point left\n",
        (2,),
        ("GH-8.1",),
    ),
    "item of another figure": Misplay(
        f"{TABLE}bram: attack spiked with brute for 3\n! bram: use eagle-eye-goggles\n"
        "  says they lie in front of the scoundrel\n  then nothing\nbram: draw\n  draw +1\n",
        (4,),
        ("GH-8.2",),
    ),
    "item after the draw": Misplay(
        f"{TABLE}ann: attack spiked with scoundrel for 3\nann: draw\n  draw -2\n"
        "! ann: use eagle-eye-goggles\n  says when she had seen the card\n  draw scoundrel/2: +1\n"
        "  then spiked suffers 2 damage and has 4 hit points left\n",
        (7,),
        ("GH-8.2",),
    ),
    "second card drawn": Misplay(
        f"{TABLE}ann: attack guard-elite with scoundrel for 3\n! ann: draw\n  says the first card was bad\n"
        "  draw scoundrel/1: -1\n  draw scoundrel/2: +1\n"
        "  then after the attacker's modifiers the attack of scoundrel on guard elite is 3\n"
        "  then scoundrel draws modifier cards against guard elite\n"
        "  then guard elite suffers 3 damage and has 7 hit points left\n  then the attack of scoundrel is over\n",
        (4,),
        ("GH-1.3",),
    ),
    "card from another deck": Misplay(
        f"{TABLE}bram: attack spiked with brute for 3\n! bram: draw\n  draw scoundrel/1: +1\n"
        "  then after the attacker's modifiers the attack of brute on spiked is 3\n"
        "  then brute draws modifier cards against spiked\n"
        "  then spiked suffers 2 damage and has 4 hit points left\n"
        "  then the attack of brute is over\n",
        (4,),
        ("GH-1.3",),
    ),
}
"""Positions count the opening; each clause was looked up in the rulebook, not in an answer."""
