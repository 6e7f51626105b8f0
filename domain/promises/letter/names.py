"""The names of a game in letters."""

from collections.abc import Mapping
from difflib import get_close_matches
from string import digits

from oathbook.domain.promises.letter.phrase_parts import PLAYER
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.vocabulary import Sort, Vocabulary

Names = Mapping[Sort, tuple[str, ...]]  # all names that letters can use, by sort; ``player`` are the seats


def unquote(written: str) -> str:
    """The name without its quotation marks, and with single spaces."""
    return " ".join((written[1:-1] if written[0] in '"“' else written).split())


def resolve_name(name: str, sort: Sort, names: Names) -> str | None:
    """The name as the game spells it, found without regard to case; ``None`` if there is none, or several."""
    meant = possible_names(name, sort, names)
    return meant[0] if len(meant) == 1 else None


def possible_names(name: str, sort: Sort, names: Names) -> list[str]:
    """All names that could be meant: the one that is spelled so, else those that differ by case or a number at the end.

    A *wolf* is as well the ``Wolf`` as one of ``wolf0`` and ``wolf1``.
    """
    there = names.get(sort, ())
    if name in there:
        return [name]
    folded = name.casefold()
    alike = [each for each in there if each.casefold() == folded]
    return alike + [each for each in there if alike and each not in alike and each.casefold().rstrip(digits) == folded]


def nearest(name: str, sort: Sort, names: Names) -> str | None:
    """The most similar name of the game, if any is similar."""
    folded = {each.casefold(): each for each in names.get(sort, ())}
    close = get_close_matches(name.casefold(), folded, n=1)
    return folded[close[0]] if close else None


def names_in(vocabulary: Vocabulary, setup: Setup) -> Names:
    """All names that letters of a game can use."""
    return {**vocabulary.names(setup), PLAYER: tuple(each.seat for each in setup.seats)}
