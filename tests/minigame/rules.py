"""The mini-game: its clauses, and the codes of its refusals."""

from enum import StrEnum
from typing import Final

from oathbook.domain.rulesets.rulebook import Clause, Rulebook


class MG(StrEnum):
    """Clauses."""

    PLAYERS = "MG-1"
    TURN = "MG-2"
    IDLE = "MG-3"
    GIVE = "MG-4"
    REFUSE = "MG-5"
    ASSIGN = "MG-6"
    DEPLOY = "MG-7"
    ATTACK = "MG-8"
    VOTE = "MG-9"
    LEAVE = "MG-10"
    SEASON = "MG-11"
    END = "MG-12"
    PROMISE = "MG-13"


class No(StrEnum):
    """Refusals."""

    GONE = "gone"
    IDLE = "idle"
    TURN = "turn"
    WHOM = "whom"
    GOODS = "goods"
    REFUSED = "refused"
    WORKPLACE = "workplace"
    AGAIN = "again"
    TAKEN = "taken"
    TILE = "tile"
    KNIGHTS = "knights"
    VOTE = "vote"


_WORDS: Final = {
    MG.PLAYERS: "Who plays is at the table.",
    MG.TURN: "A turn is one standard action: to deploy, assign, attack, open a vote, or idle.",
    MG.IDLE: "Who idles is out for the season.",
    MG.GIVE: "At any time anybody may give goods to anybody.",
    MG.REFUSE: "Who refuses somebody accepts nothing more from them.",
    MG.ASSIGN: "Workers go into a free workplace that is one's own, or that its owner lets one use.",
    MG.DEPLOY: "Everybody has a few knights to put on tiles.",
    MG.ATTACK: "Where knights meet one may attack the other: a die says whose is lost.",
    MG.VOTE: "All vote in reverse order with their influence, which is spent.",
    MG.LEAVE: "Whoever is not waited for may leave for good.",
    MG.SEASON: "When everybody is out, the season ends.",
    MG.END: "The game ends with the third season, or when fewer than two are left.",
    MG.PROMISE: "Who causes a promise to be broken crosses out 20 prestige.",
}

RULEBOOK: Final = Rulebook(
    tuple(
        Clause(clause, clause.name.lower(), words, "the mini-game", "of promises" if clause == MG.PROMISE else "")
        for clause, words in _WORDS.items()
    ),
    (),
)
