"""Everyday English of one game, put into the words of letters by the rules of ``rewordings.txt``."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from oathbook.domain.promises.drafting.pronouns import PronounResolver, pronouns_of
from oathbook.domain.promises.drafting.rewording_rules import alternation, load_rules, verb_replacements
from oathbook.domain.promises.drafting.seat_masks import MASKS
from oathbook.domain.promises.drafting.step_budget import StepBudget
from oathbook.domain.promises.drafting.verb_forms import VerbForms, first_word
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.phrase_parts import BARE, PLAYER
from oathbook.domain.promises.letter.synonyms import ITEM
from oathbook.domain.rulesets.vocabulary import Sort, Vocabulary

_PLACE: Final = re.compile(r"\{[a-z_]+\}")

_WORDS_FROM_TWO: Final = "two three four five six seven eight nine ten eleven twelve"
_CARDINALS: Final = {word: number for number, word in enumerate(_WORDS_FROM_TWO.split(), 2)}
_A_NUMBER: Final = re.compile(
    rf"\b({'|'.join(_CARDINALS)})\b|\b((?:at least|at most|exactly|within) )one\b(?! of)", re.IGNORECASE
)

_BUT_FOR: Final = (
    r"\b(?:anyone|anybody|any other player|any player) (?:but|except(?: for)?|other than|apart from) ({player})\b"
)
_OTHERS: Final = (
    "(?:(?:each|all) of (?:you|us|the others|the other players)"
    "|(?:each|every) other player|(?:everyone|everybody) else)"
)
_TO_EACH: Final = rf"\b(?:give|pay) (?:{_OTHERS} ({{lot}})|({{lot}}) to {_OTHERS})"

_OF_MINE: Final = re.compile(r"\b(?:me|my)\b", re.IGNORECASE)

_FIXED: Final = {
    "{one}": r"(?:(?!\b(?:otherwise|or else|unless)\b).)*?",
    "{guard}": r"(?<!at most )(?<!at least )(if|whenever|once(?! (?:this|in|each|every)\b| *[.,]| *$)|while)",
    "{guarding}": "(?:if|once|when|whenever|each time|every time|unless|until|before|while|as long as)",
    "{ends}": r"(?=\s*(?:$|[.,]|(?:this|by|before|until|for|in|within|during)\b))",
    "{act}": r"(?:(?! and | or )[^,.])*?",
    "{often}": r"once\b|twice\b|\d+ times\b",
    "{together}": "(?:jointly |each )?",
    "{not}": "(?:not|never)",
    "{will}": "will not|won't|will|to",
    "{each_other}": r"(\w+(?: with)?) each other\b",
    "{while}": "(?:as|so) long as",
}


MOST_GAMES: Final = 16
"""Games whose patterns are kept, half a megabyte each: to make them anew takes a hundred times as long as to use them.
"""
CHARACTERS_OF_RULE: Final = 25  # as many are looked at in the time that it takes to begin with a rule,
CHARACTERS_OF_STEP: Final = 150  # and as many in a step of the budget
MOST_CHARACTERS: Final = 1_000  # of a text that is put into other words, and of what it becomes


class EverydayEnglish:
    """Speaks of one game with masks for its players: knows what stands for the places of a pattern there."""

    def __init__(self, vocabulary: Vocabulary, names: Names) -> None:
        self._forms = VerbForms(vocabulary)
        self._sorts = {name.lower(): sort for sort, every in names.items() if sort not in BARE for name in every}
        self._several = Counter(name.lower() for every in names.values() for name in every)
        self._spots = {each.lower() for each in names.get("tile", ())}
        self._pronouns = pronouns_of(self._spots)
        self._vocabulary = vocabulary
        self._acted = dict(verb_replacements(self._forms))
        self._acts = re.compile(
            rf"(?<!in )(?<!from )(?<!a )(?<!my )(?<!his )(?<!her )(?<!your )\b(?:{alternation(self._acted)})\b",
            re.IGNORECASE,
        )
        self._places = self._places_of(vocabulary, names)
        self._patterns: dict[str, re.Pattern[str]] = {}
        of_another = rf"(?<!can use )(?<!may use )(?<!for )(?<!against ){self._places['{name_of_player}']}'s"
        owner = rf"(?:the|my|his|her|their|your|a|an|{of_another})"
        self._named = re.compile(
            rf"\b{owner} ({alternation(self._sorts)})\b(?! (?:{alternation(names)})\b)", re.IGNORECASE
        )

    def _places_of(self, vocabulary: Vocabulary, names: Names) -> Mapping[str, str]:
        forms, player = self._forms, alternation(MASKS)
        thing = f"(?:{alternation(names.get(ITEM, ()))})"
        goods = rf'(?:(?:(?:workplace|marker) )?"?(?:{alternation(_givable_names(names))})"?|\d+ {thing})(?![\w-])'
        verbs = [each for verb in vocabulary.verbs for each in (verb.base, *verb.also)]
        return {
            **_FIXED,
            "{name_of_player}": f"(?:{player})",
            "{player}": f"(?:{player}|I)",
            "{someone}": f"(?:{player}|I|me|you)",
            "{to_doer}": rf"[^,.]*\b({player})\b[^,.]* (?:before|until|unless) \2 does\b",
            "{thing}": thing,
            "{goods}": goods,
            "{lot}": rf"(?:{goods}(?: and {goods})?)",
            "{weapon}": f"(?:{alternation(names.get('weapon', ()))})",
            "{spot}": alternation(self._spots),
            "{name}": alternation(name for every in names.values() for name in every),
            "{unit}": f"(?:{alternation(each.word for each in vocabulary.units)})",
            "{common_unit}": f"(?:{alternation(each.word for each in vocabulary.units if not each.whose)})",
            "{own_unit}": f"(?:{alternation(each.word for each in vocabulary.units if each.whose)})",
            "{phase}": f"(?:{alternation(map(_phase_of, (each.phrase for each in vocabulary.phases)))})",
            "{verb}": alternation({first_word(each) for each in verbs}),
            "{base}": f"(?:{alternation(forms.thirds)})",
            "{third}": f"(?:{alternation(forms.thirds.values())})",
            "{gerund}": f"(?:{alternation(forms.gerunds)})",
            "{past}": f"(?:{alternation(forms.pasts)})",
            "{form}": f"(?:{alternation((*forms.thirds, *forms.thirds.values(), *forms.gerunds))})",
        }

    def split_addressee(self, text: str) -> tuple[str, str]:
        """The text without the name of the player to whom it is said, and that name."""
        text = re.sub(r"\bgimme\b", "give me", text, flags=re.IGNORECASE)
        for pattern in (
            r"^(?:(?:dear|hey|hi|hello|ok|okay|listen|look|so|well)[, ]+)({name_of_player})\b[,:!]? *",
            r"^({name_of_player})[,:] (?=(?:i|you|we|if|when|once|your)\b)",
            r", ({name_of_player})(?=[.!?]*$)",
            r", ({name_of_player})(?=, (?:i|we|you)\b)",
        ):
            found = self.pattern(pattern).search(text)
            if found:
                rest = text[: found.start()] + text[found.end() :]
                return f"{found[1]} will {rest}" if self.is_imperative(rest) else rest, found[1].lower()
        return text, ""

    def is_imperative(self, text: str) -> bool:
        """Whether a text begins with what is to be done, without a word of who does it."""
        return self.pattern(r"(?:{verb}|never|won't|will|going to|not going to)\b").match(text) is not None

    def translate(
        self, text: str, me: str, you: str, players: Sequence[str], now: Mapping[str, int], budget: StepBudget
    ) -> str:
        """A text in the words of letters, as far as the rules go; *I* is ``me``, and *we* are ``me`` and ``you``.

        ``players`` are the masks of all at the table, ``now`` is the number of each unit, where that is known. Empty
        where the text has become longer than ``MOST_CHARACTERS``, or the budget is used up.
        """
        others = [each for each in players if each != me]
        phase = _phase_now(self._vocabulary, now)
        put = {"{_}": " ", "{me}": me, "{us}": f"{me} and {you}", "{phase_now}": phase}
        put |= {"{all}": _join_names(players), "{nobody}": _join_names(others if _OF_MINE.search(text) else players)}
        own = {place: words.replace("\\", r"\\") for place, words in put.items()}
        sentence = _A_NUMBER.sub(lambda found: str(_CARDINALS[found[1].lower()]) if found[1] else f"{found[2]}1", text)
        sentence = PronounResolver(self._pronouns, me).resolve(self._apply(("talk",), sentence, own, budget))
        sentence = self._but_for(sentence, me, players)
        sentence = self._apply(("forms",), self._named.sub(self._with_sort, sentence), own, budget)
        sentence = self._acts.sub(lambda found: self._acted[found[0].lower()], sentence)
        sentence = self._inflect(self._apply(("parties", "passive", "time", "guards"), sentence, own, budget))
        sentence = self._to_each(sentence, me, others)
        sentence = self._apply(("who", "left out", "when", "words", "order", "trades"), sentence, own, budget)
        return re.sub(r"\.+$", ".", sentence)

    def _but_for(self, sentence: str, me: str, players: Sequence[str]) -> str:
        """The text with the names of all that are meant by *anybody but Blue*."""

        def put(found: re.Match[str]) -> str:
            if not _is_said_of(me, found):
                return found[0]
            return " or ".join(each for each in players if each not in {me, found[1].lower()}) or found[0]

        return self.pattern(_BUT_FOR).sub(put, sentence)

    def _to_each(self, sentence: str, me: str, others: Sequence[str]) -> str:
        """The text with a gift to each of the others, one after the other."""

        def put(found: re.Match[str]) -> str:
            if not _is_said_of(me, found):
                return found[0]
            goods = found[1] or found[2]
            return "give " + " and to give ".join(f"{goods} to {each}" for each in others)

        return self.pattern(_TO_EACH).sub(put, sentence)

    def _with_sort(self, found: re.Match[str]) -> str:
        """A name after an article: with its sort, where it has one alone."""
        name = found[1].lower()
        return f'{self._sorts[name]} "{found[1]}"' if self._several[name] == 1 else found[1]

    def _inflect(self, sentence: str) -> str:
        """Verbs as duties where somebody will do it, and as conditions after a word for one."""
        base, third = self._forms.base, self._forms.third

        def as_denied(found: re.Match[str]) -> str:
            return f"{found[1]} does not {base(found[2])}"

        def as_condition(found: re.Match[str]) -> str:
            return f"{found[1]} {third(found[2])}"

        def as_both(found: re.Match[str]) -> str:
            return f"{found[1]} will {found[2]}{found[3]} {found[4]} {found[5]} {third(found[2])}{found[3]}"

        conditions = ((_DENIED, as_denied), (_CONDITION, as_condition), (_DOES_TOO, as_both))
        for pattern, put in (*_as_duties(base), *conditions):
            sentence = self.pattern(pattern).sub(put, sentence)
        return sentence

    def _apply(self, sections: Iterable[str], sentence: str, own: Mapping[str, str], budget: StepBudget) -> str:
        """The text by the rules of these sections, ``own`` being what their words leave open."""
        work = 0
        for pattern, words in (rule for section in sections for rule in load_rules()[section]):
            put = _PLACE.sub(lambda place: own[place[0]], words)
            sentence = self.pattern(pattern).sub(put, sentence)
            work += CHARACTERS_OF_RULE + len(sentence)
            if len(sentence) > MOST_CHARACTERS or work > budget.left * CHARACTERS_OF_STEP:
                budget.spend(work // CHARACTERS_OF_STEP)
                return ""
        budget.spend(work // CHARACTERS_OF_STEP)
        return " ".join(sentence.split())

    def pattern(self, pattern: str) -> re.Pattern[str]:
        """A pattern with what stands in its places here."""
        if pattern not in self._patterns:
            filled = _PLACE.sub(lambda place: self._places[place[0]], pattern)
            self._patterns[pattern] = re.compile(filled, re.IGNORECASE)
        return self._patterns[pattern]


def english_of(vocabulary: Vocabulary, names: Names) -> EverydayEnglish:
    """Returns the patterns for the everyday English of a vocabulary, whichever seats there are; cached."""
    return _cached_english(vocabulary, tuple((sort, every) for sort, every in names.items() if sort != PLAYER))


@lru_cache(MOST_GAMES)
def _cached_english(vocabulary: Vocabulary, names: tuple[tuple[Sort, tuple[str, ...]], ...]) -> EverydayEnglish:
    return EverydayEnglish(vocabulary, dict(names))


_WHO: Final = "(?:any player|{someone})"
_DENIED: Final = rf"\b({{guarding}} {_WHO}) (?:haven't|hasn't|have not|has not) ({{past}})\b"
_CONDITION: Final = rf"\b({{guarding}} {_WHO}) ({{form}}|{{past}})\b"
_DOES_TOO: Final = r"^({player}) will ({base})\b(.*?),? (once|whenever|if) ({player}) does\b"


_FUTURE: Final = (
    r"^({player}) ({third})\b(?!.*\bpromise)",
    r"^((?:on|in|by|during|for|this|next|within|at)\b[^,]*?,? {player}) ({third})\b",
    r"(?:(?<=[,;] )|(?<=in return )|(?<=in exchange ))({player}) ({third})\b",
    r"^((?:(?!\b(?:if|when|whenever|once|unless)\b).)*\band {player}) ({third})\b",
)  # who will do it, and the verb


def _as_duties(base: Callable[[str], str]) -> Iterator[tuple[str, Callable[[re.Match[str]], str]]]:
    """Where a verb is what somebody promises, and how it stands there."""
    yield r"\bI am( not| never)? ({gerund})\b", lambda found: f"I will{found[1] or ''} {base(found[2])}"
    yield r"\b(will(?: not| never)?) have ({past})\b", lambda found: f"{found[1]} {base(found[2])}"
    yield r"\b((?:will|to)(?: not| never)?|won't|never) ({form})\b", lambda found: f"{found[1]} {base(found[2])}"
    for pattern in _FUTURE:
        yield pattern, lambda found: f"{found[1]} will {base(found[2])}"
    yield r"(?:(?<= and )|(?<= then )|(?<= or )|(?<=\beither ))I ({base})\b", lambda found: f"I will {found[1]}"


def _is_said_of(me: str, found: re.Match[str]) -> bool:
    """Whether what was found is said of the writer, and not of somebody else's act."""
    before = found.string[: found.start()]
    return re.search(rf"\b(?:i|{re.escape(me)})\b[^,;.]*$", before, re.IGNORECASE) is not None


def _join_names(names: Iterable[str]) -> str:
    """Red, Blue and Green."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _givable_names(names: Names) -> Iterator[str]:
    """The names of what can be given, besides items that are counted."""
    for sort in ("marker", "workplace"):
        yield from names.get(sort, ())


def _phase_of(phrase: str) -> str:
    """What a phase is called: *battles* for *the battles of season {season:number}*."""
    return phrase.partition(" of ")[0].removeprefix("the ")


def _phase_now(vocabulary: Vocabulary, now: Mapping[str, int]) -> str:
    """The phase that comes next, *the battles of season 2*, or the end of its unit where no number is known."""
    for phrase in (each.phrase for each in vocabulary.phases):
        unit = next((each.word for each in vocabulary.units if f" of {each.word} " in phrase), "")
        return f"{phrase.partition(' {')[0]} {now[unit]}" if unit in now else f"the end of this {unit}"
    return ""
