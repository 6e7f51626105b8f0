"""The names of a game in letters."""

from collections.abc import Mapping
from difflib import get_close_matches

from oathbook.domain.promises.letter.phrase_parts import PLAYER
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.vocabulary import Sort, Vocabulary

Names = Mapping[Sort, tuple[str, ...]]  # all names that letters can use, by sort; ``player`` are the seats


def unquote(written: str) -> str:
    """The name without its quotation marks, and with single spaces."""
    return " ".join((written[1:-1] if written[0] in '"“' else written).split())


def resolve_name(name: str, sort: Sort, names: Names) -> str | None:
    """The name as the game spells it, found without regard to case; ``None`` if there is none, or several."""
    there = names.get(sort, ())
    if name in there:
        return name
    alike = [each for each in there if each.casefold() == name.casefold()]
    return alike[0] if len(alike) == 1 else None


def nearest(name: str, sort: Sort, names: Names) -> str | None:
    """The most similar name of the game, if any is similar."""
    folded = {each.casefold(): each for each in names.get(sort, ())}
    close = get_close_matches(name.casefold(), folded, n=1)
    return folded[close[0]] if close else None


def names_in(vocabulary: Vocabulary, setup: Setup) -> Names:
    """All names that letters of a game can use."""
    return {**vocabulary.names(setup), PLAYER: tuple(each.seat for each in setup.seats)}
