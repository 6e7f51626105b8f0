"""Attacks under way, from which what the text demands can be left out."""

from typing import Any, Final

from tests.support.playing import Json
from tests.unit.rulesets.obligations import Situation

BOX: Final[list[str]] = [
    *("+0", "+1", "-1", "+2", "-2", "2x", "null", "bless", "curse", "rolling+1", "rolling-1", "rolling-push-2"),
    *("rolling-stun", "rolling-poison", "+0-stun"),
]
"""The cards in the order of the box."""
SCOUNDREL: Final[Json] = {
    "id": "scoundrel",
    "kind": "character",
    "seat": "ash",
    "deck": "scoundrel",
    "hit_points": 8,
    "items": ["eagle-eye-goggles", "sharpening-stone"],
}
GUARD: Final[Json] = {"id": "guard", "kind": "monster", "seat": "table", "deck": "monsters", "hit_points": 9}
BONES: Final[Json] = {**GUARD, "id": "bones", "hit_points": 5, "origin": "summoned"}
GOGGLES: Final = "ash: use eagle-eye-goggles"
SHARP: Final = "ash: use sharpening-stone"


def scoundrel(**more: object) -> Json:
    return {**SCOUNDREL, **more}


def guard(**more: object) -> Json:
    return {**GUARD, **more}


def battle(*figures: Json, own: str = "", pile: str = "+0", edition: str = "gh1", **more: object) -> Situation:
    """A start position with these cards in the deck of the Scoundrel and in that of the monsters."""
    decks = [{"name": "monsters", "pile": pile.split()}, {"name": "scoundrel", "pile": (own or "+0 +1 -1").split()}]
    start = {"figures": [*(figures or (SCOUNDREL, GUARD, BONES))], "decks": decks, **more}
    return Situation(f"gloomhaven_attack/{edition}", "one-with-standard-decks", start=start)


def drawn(*cards: str, seat: str = "ash") -> str:
    """The line of the cards, and those that come."""
    return "\n".join((f"{seat}: draw", *(f"draw {card}" for card in cards)))


def attacked(
    *cards: str, way: str = "", on: str = "guard", figures: tuple[Json, ...] = (), own: str = "", edition: str = "gh1"
) -> Situation:
    """An attack of 3 by the Scoundrel in which these cards come; her deck has them, unless it is named."""
    declared = f"ash: attack {on} with scoundrel for 3 {way}".rstrip()
    return battle(*figures, own=own or " ".join(sorted(cards, key=BOX.index)), edition=edition).then(
        declared, drawn(*cards)
    )


BEGUN: Final = battle()
AIMING: Final = BEGUN.then("ash: attack guard with scoundrel for 3")
ADVANTAGE: Final = BEGUN.then("ash: attack guard with scoundrel for 3 advantage strengthen")
DISADVANTAGE: Final = BEGUN.then("ash: attack guard with scoundrel for 3 disadvantage muddle")
ROLLING: Final = "+0 +1 2x rolling+1 rolling+1"
OWN_ORDER: Final = BEGUN.then("ash: attack guard with scoundrel for 3 modifiers ability adds 2, card doubles")
ORDERING: Final = attacked("rolling+1", "2x")
TWO: Final = BEGUN.then("ash: attack guard, bones with scoundrel for 3")
SECOND: Final = TWO.then(drawn("+1"))
CHOOSING: Final = attacked("+0", "+1", way="advantage strengthen", edition="fh")
BEGUN_BARE: Final = battle(scoundrel(items=[]), GUARD).then("ash: attack guard with scoundrel for 3")
ROLLING_AIMED: Final = battle(own=ROLLING).then("ash: attack guard with scoundrel for 3")
ROLLING_ADVANTAGE: Final = battle(own=ROLLING).then("ash: attack guard with scoundrel for 3 advantage strengthen")
ROLLING_MUDDLE: Final = battle(own=ROLLING).then("ash: attack guard with scoundrel for 3 disadvantage muddle")
FH_ADVANTAGE: Final = battle(own=ROLLING, edition="fh").then(
    "ash: attack guard with scoundrel for 3 advantage strengthen"
)
FH_MUDDLE: Final = battle(own=ROLLING, edition="fh").then("ash: attack guard with scoundrel for 3 disadvantage muddle")
ALL_COUNT: Final = attacked("rolling+1", "rolling+1", "-1", way="advantage strengthen")
ONLY_LAST: Final = attacked("rolling+1", "rolling+1", "+0", way="disadvantage muddle")
DISREGARDED: Final = attacked("rolling+1", "+2", way="disadvantage muddle")
CANCELLED: Final = attacked("+1", own="+0 +1", way="advantage strengthen disadvantage muddle")
UNCLEAR: Final = attacked("+0-stun", "+2", own="+2 +0-stun", way="advantage strengthen")
TOO_CLOSE: Final = attacked("+1", "+0", way="reach ranged")
DOUBLE_COMPARED: Final = attacked("+1", "2x", way="advantage strengthen")
ALIKE: Final = attacked("+0", "+0", way="advantage strengthen")
MORE_EFFECTS: Final = attacked("+0", "+0-stun", way="advantage strengthen")
UNUSED: Final = attacked("-1", "+1", way="advantage strengthen")
GOGGLES_ON_TWO: Final = TWO.then(GOGGLES, drawn("+1", "-1"), drawn("+0", "+1"))
KILLED: Final = attacked("+2", figures=(SCOUNDREL, GUARD, {**BONES, "origin": "set_up"}), on="bones")
KILLED_BY_PUSH: Final = attacked("+2", on="bones", way="effects push 2")
LAST_KILLED: Final = attacked("+2", on="bones", figures=(SCOUNDREL, BONES))
FH_KILLED: Final = attacked("+2", on="bones", edition="fh")
TRAPPED: Final = BEGUN.then("table: note 5 damage to bones by trap")
TRAP_AND_SHIELD: Final = battle(SCOUNDREL, guard(shield=1)).then("table: note 2 damage to guard by trap")
EMPTY: Final = battle(own="+0").then(
    *("ash: attack guard with scoundrel for 1", drawn("+0"), "ash: attack guard with scoundrel for 1", drawn("+0"))
)
CURSED: Final = battle(supplies=[{"card": "curse", "decks": "monsters", "left": 10}]).then(
    "ash: attack guard with scoundrel for 3 effects curse", drawn("+0")
)
WARD: Final = attacked("+0", figures=(SCOUNDREL, guard(conditions=["ward"])), edition="fh")
FH_MONSTER: Final = battle(pile="+0 +2 rolling+1", edition="fh").then(
    "table: attack scoundrel with guard for 3 advantage strengthen", drawn("rolling+1", "+0", "+2", seat="table")
)
FH_MUDDLED: Final = attacked("rolling+1", "+0", "+1", way="disadvantage muddle", edition="fh")


def played(card: str, other: str, *, number: int = 0) -> dict[str, Any]:
    """That one card counts and another does not."""
    return {"numbers": [number], "cards": [card], "unused": [other]}
