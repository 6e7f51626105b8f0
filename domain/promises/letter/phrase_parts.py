"""Phrases of a vocabulary, such as ``give {count:amount} {item:item} to {to:player}``, split into words and places."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.games.promise_facts import PROMISE_BROKEN, PROMISE_MADE
from oathbook.domain.rulesets.vocabulary import Episode, Sort, Verb, Vocabulary

PLAYER: Final = "player"
AMOUNT: Final = "amount"
NUMBER: Final = "number"
NEXT_DECISION: Final = "'s next decision"
WHOEVER: Final = "whoever is in it"  # says that a duty is owed also where the other player takes no part
WITH: Final = f"with {{by:{PLAYER}}}"  # says with whom a battle is
BARE: Final = frozenset({PLAYER, "item"})  # sorts whose names need no quotation marks

_PLACE: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Blank(Struct, frozen=True):
    """A place in a phrase: the slot it fills, and the sort of its filler."""

    slot: str
    sort: Sort


PhrasePart = str | Blank


@cache
def parts_of(phrase: str) -> tuple[PhrasePart, ...]:
    """The words and places of a phrase; ``{amount}`` is short for ``{amount:amount}``, and a bar keeps words apart."""
    parts: list[PhrasePart] = []
    end = 0
    for place in _PLACE.finditer(phrase):
        parts += _words(phrase[end : place.start()])
        parts.append(Blank(place[1], place[2] or place[1]))
        end = place.end()
    return (*parts, *_words(phrase[end:]))


def _words(text: str) -> list[PhrasePart]:
    return [" ".join(each.split()) for each in text.split("|") if each.strip()]


def blanks_of(phrase: str) -> tuple[Blank, ...]:
    """The places of a phrase, in their order."""
    return tuple(each for each in parts_of(phrase) if isinstance(each, Blank))


def lot_phrase(verb: Verb) -> str:
    """What is given by a verb *give … to Blue*, such as ``marker {marker:marker}``; empty for any other verb."""
    found = _GIVING.fullmatch(verb.base)
    return found[1] if found else ""


_GIVING: Final = re.compile(r"give (.+) to \{\w+:player\}")


class OnlyWay(Struct, frozen=True):
    """How a verb says that it is done with this alone: its name, the slot, and the phrase: *ally only with Blue*."""

    verb: str
    slot: str
    phrase: str


def only_ways(verbs: tuple[Verb, ...]) -> Iterator[OnlyWay]:
    """Every way to say *only* of the verbs that have no amount, each before a name and the words that go with it."""
    for verb in verbs:
        blanks = blanks_of(verb.base)
        for each in () if any(one.sort == AMOUNT for one in blanks) else blanks:
            place = rf"((to|with|from|on) )?({each.sort} )?\{{{each.slot}:"
            yield OnlyWay(verb.name, each.slot, re.sub(place, r"only \g<0>", verb.base))


def words_of_episode(episode: Episode) -> frozenset[str]:
    """The words for an episode and what it is about."""
    return frozenset({episode.word, *(blank.slot for blank in blanks_of(episode.about))})


MAKE_PROMISE: Final = Verb(
    "make-promise",
    "make a promise to {to:player}",
    "makes a promise to {to:player}",
    PROMISE_MADE.kind,
    also=("make any promise to {to:player}", "make any promises to {to:player}"),
)


BREAK_PROMISE: Final = Verb(
    "break-promise", "break a promise", "breaks a promise", PROMISE_BROKEN.kind, fixed={"sure": 1}
)


def with_promises(vocabulary: Vocabulary) -> Vocabulary:
    """A vocabulary with the verbs that every ruleset has: to make a promise, and to break one."""
    return replace(vocabulary, verbs=(*vocabulary.verbs, MAKE_PROMISE, BREAK_PROMISE))


def speaks_of_breaches(letter: str) -> bool:
    """Whether a letter, as it is read back, may be about a broken promise."""
    return BREAK_PROMISE.base in letter or BREAK_PROMISE.third in letter


# In the grammar -------------------------------------------------------------------------------------------------

Production = tuple[str, str]
"""A name and one of its alternatives, words between angle brackets: ``("players", "name_list <and> name_player")``."""


def subject_phrases(phrase: str, episodes: tuple[Episode, ...]) -> tuple[str, ...]:
    """The part of a phrase that says what an episode is about, which *it* may replace; at most one."""
    return tuple(each.about for each in episodes if each.about and each.about in phrase)[:1]


def phrase_rule(group: str, name: str, phrase: str) -> Production:
    """The rule for a phrase."""
    return f"?{group}", f"{' '.join(rule_symbols(phrase))} -> {name}"


def rule_symbols(phrase: str) -> list[str]:
    """The words and places of a phrase as they stand in a rule."""
    return [f"<{part}>" if isinstance(part, str) else _blank_symbol(part) for part in parts_of(phrase)]


def _blank_symbol(blank: Blank) -> str:
    if blank.sort == PLAYER:
        return "who"
    return blank.sort if blank.sort in {AMOUNT, NUMBER} else f"name_{blank.sort}"


def phrase_for_any(about: str) -> str:
    """``any law`` for ``law {law:law}``."""
    return " ".join(("any", *(each for each in parts_of(about) if isinstance(each, str))))
