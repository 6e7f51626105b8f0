"""The names of a game, as letters write them."""

from collections.abc import Mapping
from difflib import get_close_matches

from domain.promises.letter.phrases import PLAYER
from domain.rulesets.protocol import Setup
from domain.rulesets.vocabulary import Sort, Vocabulary

Names = Mapping[Sort, tuple[str, ...]]
"""All names that can be spoken of, by their sort; ``player`` are the seats."""


def bare(written: str) -> str:
    """The name without its quotation marks, and with single spaces."""
    return " ".join((written[1:-1] if written[0] in '"“' else written).split())


def known(name: str, sort: Sort, names: Names) -> str | None:
    """The name as the game has it, in whatever case it was written; nothing where that is none, or several."""
    there = names.get(sort, ())
    if name in there:
        return name
    alike = [each for each in there if each.casefold() == name.casefold()]
    return alike[0] if len(alike) == 1 else None


def nearest(name: str, sort: Sort, names: Names) -> str | None:
    """The name of the game that looks most like it, if any does."""
    folded = {each.casefold(): each for each in names.get(sort, ())}
    close = get_close_matches(name.casefold(), folded, n=1)
    return folded[close[0]] if close else None


def names_in(vocabulary: Vocabulary, setup: Setup) -> Names:
    """All names that letters of a game can speak of."""
    return {**vocabulary.names(setup), PLAYER: tuple(each.seat for each in setup.seats)}
