"""Who *he*, *him* and *her* are, and where *there* is, in what a player writes."""

import re
from collections.abc import Iterable
from typing import Final

from oathbook.domain.promises.drafting.rewording_rules import alternation
from oathbook.domain.promises.drafting.seat_masks import MASKS

_HER: Final = r"her(?=[.,;!?]|$| (?:this|next|until|by|before|in|on|for|first|back|alone|if|when|an?|the|one|my|\d)\b)"
_WORDS: Final = rf"""(?ix)
\b (?:
    (?P<doer> he | she | they )
  | (?P<other> him | them | {_HER.replace(" ", "[ ]")} )
  | (?P<whose> (?:his|her|their|its) (?=[ ](?:very[ ])?next\b) )
  | (?P<way> from | to | of ) [ ] there
  | (?P<me> I | me )
  | (?P<anybody> any[ ]player | anybody | anyone | somebody | someone )
  | (?P<spot> SPOTS )
  | (?P<player> PLAYERS )
) (?!\w)
"""
_AS_SUBJECT: Final = re.compile(
    r"(?:^|[,;:.] |\b(?:if|once|when|whenever|unless|until|before|after|while|as|and|or|but|then|that|time|should) )$",
    re.IGNORECASE,
)
_ME: Final = ""


def pronouns_of(spots: Iterable[str]) -> re.Pattern[str]:
    """Returns a pattern that matches a pronoun, a player, or one of these seats."""
    return re.compile(_WORDS.replace("SPOTS", alternation(spots)).replace("PLAYERS", alternation(MASKS)))


class PronounResolver:
    """Goes through one text with the pattern of its game, and remembers who and what was named."""

    def __init__(self, words: re.Pattern[str], me: str) -> None:
        self._words, self._me = words, me
        self._named: list[str] = []
        self._doers: list[str] = []
        self._spot = ""

    def resolve(self, text: str) -> str:
        """The text with names in the place of pronouns, as far as it names anybody before them."""
        return self._words.sub(self._replacement, text)

    def _replacement(self, found: re.Match[str]) -> str:
        word, kind = found[0], found.lastgroup
        if kind == "way":
            return f"{found['way']} {self._spot or 'there'}"
        if kind == "spot":
            self._spot = word
            return word
        if kind == "whose":
            name = self._doer() if self._named else self._me
            return f"{name}'s" if name else word
        name = {"doer": self._doer, "other": self._other}.get(kind or "", lambda: self._name_of(word, kind))()
        if word in {"I", "i"} or _AS_SUBJECT.search(found.string[: found.start()]):
            self._doers.append(name)
        if name != _ME and kind in {"player", "anybody"}:
            self._named.append(name)
        return name if kind in {"doer", "other"} and name else word

    def _name_of(self, word: str, kind: str | None) -> str:
        if kind == "anybody":
            return "that player"
        name = word.lower() if kind == "player" else _ME
        return _ME if name == self._me else name

    def _doer(self) -> str:
        """The one player who was named, if it was one."""
        return _only(self._named)

    def _other(self) -> str:
        """The one player who was named besides the one who does it."""
        doer = self._doers[-1] if self._doers else _ME
        return _only(each for each in self._named if each != doer)


def _only(names: Iterable[str]) -> str:
    different = {*names}
    return different.pop() if len(different) == 1 else _ME
