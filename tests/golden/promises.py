"""Golden games in which people promise each other something; A Knight's Duty has nothing to say about it."""

from typing import Final

from tests.golden.scripts import TWO, Script, Step, agrees, clan, plan


def promises(by: str, kind: str, **fields: object) -> Step:
    """Offer, sign, consent, claim, answer or rule."""
    return {"by": by, "promise": {"kind": kind, **fields}}, {}


IN_PLAIN_WORDS: Final = Script(
    "in-plain-words",
    TWO,
    (
        # p1 is never signed by both, p2 is signed and released, p3 is signed, broken in the table's eyes, and forgiven
        promises("ash", "offer", letter='ash promises birch in plain words "not to come near birch".'),
        promises("ash", "sign", promise="p1"),
        clan("ash", "red"),
        clan("birch", "yellow"),
        promises("birch", "offer", letter='birch promises ash in plain words "to keep the peace" judged by ash.'),
        promises("ash", "sign", promise="p2"),
        promises("birch", "sign", promise="p2"),
        plan("birch"),
        plan("ash", "shield"),
        promises("ash", "consent", promise="p2"),
        promises("birch", "consent", promise="p2"),
        promises("ash", "offer", letter='ash promises birch in plain words "to laugh at no move of birch".'),
        promises("birch", "sign", promise="p3"),
        promises("ash", "sign", promise="p3"),
        plan("ash"),
        plan("birch", "sword"),
        promises("birch", "claim", promise="p3", path="c1", claims="breached", about=[22, 23], says="ash laughed."),
        promises("ash", "answer", promise="p3", claim=24, says="At the sword, and not at the move."),
        agrees("birch"),
        agrees("ash"),
        # behind the end only what was claimed before it is judged
        promises("table", "rule", promise="p3", path="c1", value="failed", blamed=["ash"], reason="All heard it."),
        promises("table", "rule", promise="p3", path="c1", value="met", reason="To equip a sword is no move."),
    ),
    stall_turns=2,
)

SCRIPTS: Final = (IN_PLAIN_WORDS,)
