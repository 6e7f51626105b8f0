"""Says in the words of letters what players write in their own; a letter made like this is only ever suggested."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from domain.promises.letter.names import Names
from domain.promises.letter.phrases import BARE, PLAYER
from domain.promises.letter.synonyms import ITEM
from domain.rulesets.vocabulary import Vocabulary

_Rules = tuple[tuple[str, str], ...]
"""Patterns, and what stands in their place, one after another. In patterns ``{player}``, ``{thing}``, ``{name}``,
``{unit}`` and ``{verb}`` are all of these, and the rest is what ``_Speech`` puts there; ``{me}`` writes the letter."""

_WHO: Final[_Rules] = (
    (r"\bI'll\b", "I will"),
    (r"!+$", "."),
    (r"\b(?:do not|don't|doesn't)\b", "does not"),
    (r"\b(?:somebody|someone)\b", "any player"),
    (r"\b(promises? (?:{player} )?)to (not|never)\b", r"\1\2 to"),
    (r"\b({player} and {player}) both will(?! not)\b", r"\1 each promise to"),
    (r"\b({player} and {player}) both (?:will not|won't)\b", r"\1 each promise not to"),
    (r"\b({player} and {player}) both promise\b", r"\1 each promise"),
    (r"(?:^|(?<=, ))I does not\b", "I will not"),
    (r"^((?:never )?(?:{verb})) (?!.*\b(?:promises?|will|won't)\b)", r"I will \1 "),
    (r"\bI owe ({player}) (?=\d)", r"I promise \1 to give \1 "),
    (r"\b({player}) owes ({player}) (?=\d)", r"\1 promises \2 to give \2 "),
)
"""Who promises, and that it is a promise."""

_LEFT_OUT: Final[_Rules] = (
    (r"\b(promises? )({player}) (?=\d+ (?:{thing})\b)", r"\1\2 to give \2 "),
    (r"\b(promises? )(?=\d+ (?:{thing})\b)", r"\1to give "),
    (
        r"\bgive ({player}) ([^,.]*?),? (?:otherwise|or else) (?=\d+ (?:{thing})\b)",
        r"give \1 \2, otherwise to give \1 ",
    ),
    (r"\b({will}) (\w+) (before|until) ({player}){ends}", r"\1 \2 \3 \4 \2s"),
    (
        r"\b({will}) (?!{not}\b)(?!{to_doer})(\w+)((?: [^ ,.]+)*?) (before|until|unless) ({player}) does{ends}",
        r"\1 \3\4 \5 \6 \3s\4",
    ),
    (
        r"^({player}) and ({player}) (?:{together}promise {not} to|(?:will )?{not}|won't|does not) {each_other}([^.]*)",
        r"\1 and \2 jointly promise: (1) \1 not to \3 \2\4; (2) \2 not to \3 \1\4.",
    ),
    (
        r"^({player}) and ({player}) (?:{together}promise to|will) {each_other}([^.]*)",
        r"\1 and \2 jointly promise: (1) \1 to \3 \2\4; (2) \2 to \3 \1\4.",
    ),
    (r"\b(if|once|unless|until) ([^,.]*?) first\b", r"\1 \2"),
    (r"\bno more than (?=\d)", "at most "),
    (r"\b(?:not|never) (to {act}) more than (?={often})", r"\1 at most "),
    (r"\b(?:will (?:not|never)|won't) ({act}) more than (?={often})", r"will \1 at most "),
    (r"\bonly (?={often})", "at most "),
    (r"\bno (?:less|fewer) than (?=\d)", "at least "),
    (r"^({while} {player} (?:does not|won't) [^,]*), (.*?)\.?$", r"\2 \1."),
    (r"\b(won't|not|never)\b([^,.]*?),? {while} ({player}) (?:does not|won't) (\w+)", r"\1\2 unless \3 \4s"),
)
"""What goes without saying: the verb, who it is for, what the other one does too."""

_WHEN: Final[_Rules] = (
    (r",? due (?:by )?(?=the end|end)", " by "),
    (r"\b(by|before|until|at) end of\b", r"\1 the end of"),
    (r"\b(by|before|until) ({unit}) (\d+) (?:starts|begins)\b", r"\1 the start of \2 \3"),
    (r"\b(by|before|until) ({unit}) (\d+) (?:ends|is over)\b", r"\1 the end of \2 \3"),
    (r"\b(?:on|in) ({unit}) (\d+)\b", r"during \1 \2"),
    (r"\b({name}) (?:when|once) it comes to a vote\b", r"\1 in the next vote on law \1"),
)

_WORDS: Final[_Rules] = (
    (r"\b(?:when|every time|each time)\b", "whenever"),
    (r"\bas long as\b", "while"),
    (r"\b(if|once|whenever|unless|while|before|until) (I|you) (?!do)(\w+)", r"\1 \2 \3s"),
    (r"\bneither ({player}) nor ({player}) will\b", r"\1 and \2 each promise not to"),
    (r"\bI promise ((?:{player} )?)that I will not\b", r"{me} promises \1not to"),
    (r"\bI promise ((?:{player} )?)that I will\b", r"{me} promises \1to"),
    (r"\bI promise\b", "{me} promises"),
    (r"\bpromise jointly\b", "jointly promise"),
    (
        r"\b({player}) (?:may|can) use (?:my )?(?:workplace )?\"?({name})\"?(?: for free)?",
        r'{me} will not refuse \1 the use of workplace "\2"',
    ),
    (r"\bI(?= (?:will|won't)\b)", "{me}"),
    (r"(?:^|(?<=, ))I (?=\w)", "{me} will "),
    (r"\b(?:me|I)\b", "{me}"),
    (r"\b(?:my|your) next\b", "{me}'s next"),
    (r"\b(use|spend) (?:my|the|his|her|their) ", r"\1 "),
    (r"\b({player}) (promises (?:{player} )?)to (?:have|keep)\b", r"\1 \2that \1 has"),
    (r"\b({player}) (promises (?:{player} )?)to (hold|own|control)\b", r"\1 \2that \1 \3s"),
    (r"\b({player}) will (hold|own|control)\b", r"\1 promises that \1 \2s"),
    (r"\b(give|pay)(s?) ({player}) (?:either )?(\d+ \w+(?: (?:and|or) \d+ \w+)*)", r"\1\2 \4 to \3"),
    (r"\b(?:the |my )?({name}) (marker|workplace|law|tile|card)\b", r'\2 "\1"'),
    (r"\b(not|won't) (\w+) more than one (law|tile|workplace)\b", r"\1 \2 any \3 twice"),
    (r"\b(an?|one|every|some) (law|tile|workplace)\b", r"any \2"),
    (r"\b(won't|not|never)\b([^,.]*?) in any (vote|battle)\b", r"\1\2 in every \3"),
    (r"\b({player})'s knights?\b", r"\1"),
    (
        r"^whoever (.*?) gets (\d+ \w+) from ({player})",
        r"\3 promises whenever any player \1, to give \2 to that player",
    ),
    (r"\b(deploy) more than one knight\b", r"\1 a knight twice"),
    (r"\b(?:the )?(?:law )?\"?({name})\"? (?:passes|is enacted)\b", r'law "\1" is enacted'),
    (r"\bnow\b", "this turn"),
    (r"\bwill (\w+) nothing\b", r"will not \1 anything"),
    (r"\b({player}) will (?:keep|have)\b", r"\1 promises that \1 has"),
    (r"\b(before|until) the next (vote)\b", r"\1 a \2 on any law opens"),
    (r"\b({player}) is (\w+)ed\b", r"any player \2s \1"),
    (r"\bhas (\w+)ed\b", r"\1es"),
    (r"\b(?:again|for free|from hand|back|still)\b", ""),
)

_ORDER: Final[_Rules] = (
    (r"^((?:On|In|By|Before|During|Until|For|This|Next) [^,]*?),? ({player} (?:will|won't).*?)\.?$", r"\2 \1"),
    (r"^({player} (?:will|won't) {one}),? {guard} (.*?)\.?$", r"\2 \3, \1"),
    (
        r"^({player} promises (?:{player} )?)((?:(?:not|never) )?to {one}),? {guard} (.*?)\.?$",
        r"\1\3 \4, \2.",
    ),
)
"""What comes first in a letter, but not where it stands after two duties and may go with one of them."""

_PLACE: Final = re.compile(r"\{[a-z_]+\}")
_ONE: Final = r"(?:(?!\b(?:otherwise|or else|unless)\b).)*?"

_NUMBERS: Final = {
    word: str(number) for number, word in enumerate(("two", "three", "four", "five", "six", "seven", "eight"), 2)
}
_A_NUMBER: Final = re.compile(
    rf"\b({'|'.join(_NUMBERS)})\b|\b((?:at least|at most|exactly|within) )one\b(?! of)", re.IGNORECASE
)


def reworded(text: str, vocabulary: Vocabulary, names: Names, writer: str) -> Iterator[str]:
    """The text in other words; for *I* and *you* stand its writer, or each player who is not named in it."""
    speech = _Speech(vocabulary, names)
    unnamed = [each for each in names[PLAYER] if not re.search(rf"\b{re.escape(each)}\b", text, re.IGNORECASE)]
    mine = [writer] if writer else unnamed
    is_mine = re.search(r"\b(?:I|me|my)\b", text) or speech.is_order(text)
    for me in mine if is_mine else [*mine, ""][:1]:
        yours = [each for each in unnamed if each != me] if re.search(r"\byour?\b", text) else [""]
        for you in yours:
            yield speech.of(re.sub(r"\byou\b", you, text) if you else text, me)


class _Speech:
    """Speaks of one game: knows what stands for the places of a pattern there."""

    def __init__(self, vocabulary: Vocabulary, names: Names) -> None:
        verbs = [each for verb in vocabulary.verbs for each in (verb.base, *verb.also)]
        self._thirds = {first_of(each.third): first_of(each.base) for each in vocabulary.verbs}
        self._sorts = {name.lower(): sort for sort, every in names.items() if sort not in BARE for name in every}
        several = Counter(name.lower() for every in names.values() for name in every)
        alone = _any_of(each for each in self._sorts if several[each] == 1)
        self._named = re.compile(rf"\b(?:the|my|his|her|their) ({alone})\b(?! (?:{_any_of(names)})\b)", re.IGNORECASE)
        self._places = {
            "{player}": f"(?:{_any_of(names[PLAYER])}|I)",
            "{thing}": _any_of(names.get(ITEM, ())),
            "{name}": _any_of(name for sort, every in names.items() if sort != PLAYER for name in every),
            "{unit}": _any_of(each.word for each in vocabulary.units),
            "{verb}": _any_of({first_of(each) for each in verbs}),
            "{one}": _ONE,
            "{guard}": r"(?<!at most )(if|whenever|once|while)",
            "{ends}": r"(?=\s*(?:$|[.,]))",
            "{to_doer}": rf"[^,.]*\b({_any_of(names[PLAYER])})\b[^,.]* (?:before|until|unless) \2 does\b",
            "{act}": r"(?:(?! and | or )[^,.])*?",
            "{often}": r"once\b|twice\b|\d+ times\b",
            "{together}": "(?:jointly |each )?",
            "{not}": "(?:not|never)",
            "{will}": "will not|won't|will|to",
            "{each_other}": r"(\w+(?: with)?) each other\b",
            "{while}": "(?:as|so) long as",
        }

    def is_order(self, text: str) -> bool:
        """Whether a text begins with what is to be done, without a word of who does it."""
        return re.match(rf"(?:{self._places['{verb}']})\b", text, re.IGNORECASE) is not None

    def of(self, text: str, me: str) -> str:
        """A text in the words of letters, as far as these rules go."""
        said = _A_NUMBER.sub(lambda found: _NUMBERS[found[1].lower()] if found[1] else f"{found[2]}1", text)
        said = self._named.sub(lambda found: f'{self._sorts[found[1].lower()]} "{found[1]}"', said)
        said = self._applied(_WHO, said, me)
        said = re.sub(
            rf"^({self._places['{player}']}) ({_any_of(self._thirds)})\b(?!.*\bpromise)",
            lambda found: f"{found[1]} will {self._thirds[found[2].lower()]}",
            said,
            flags=re.IGNORECASE,
        )
        for rules in (_LEFT_OUT, _WHEN, _WORDS, _ORDER):
            said = self._applied(rules, said, me)
        return " ".join(said.split())

    def _applied(self, rules: _Rules, said: str, me: str) -> str:
        for pattern, words in rules:
            said = re.sub(self._filled(pattern), words.replace("{me}", me), said, flags=re.IGNORECASE)
        return said

    def _filled(self, pattern: str) -> str:
        return _PLACE.sub(lambda place: self._places[place[0]], pattern)


def first_of(phrase: str) -> str:
    """The first word of a phrase."""
    return phrase.partition(" ")[0].lower()


def _any_of(names: Iterable[str]) -> str:
    """A pattern for any of these names, and for nothing where there are none."""
    return "|".join(re.escape(each) for each in sorted(names, key=len, reverse=True)) or "(?!)"
