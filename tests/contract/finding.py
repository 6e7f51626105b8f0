"""What is said where the check of a law does not find a fault that was planted in a ruleset."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Final

import pytest

from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays.laws import LawBroken

OWED: Final[Mapping[str, str]] = {
    "ListsTheForbidden": "let `options` list decisions in its sample setups; each has a field `by`",
    "RefusesInSilence": "give it sample setups in which some decision of a random game is refused",
    "Moody": "let its decisions have consequences",
    "Breaks": "let `evolve` raise `Misfit` for an event that does not fit the state",
    "LosesOnTheWire": "give its view a field that is a tuple",
    "CitesNothing": "let its decisions have consequences",
    "CitesNothingKnown": "let its decisions have consequences",
    "RefusesByNothingKnown": "give it sample setups in which some decision of a random game is refused",
    "SaysTheUndeclared": "let `facts` say something of each of its events",
    "ShowsAll": (
        "let `view` leave out what is hidden from a viewer; if it hides nothing at all, "
        "name it in HIDING_NOTHING (tests/contract/test_laws.py)"
    ),
    "Loses": (
        "add one of its events to `Loses` (tests/contract/faulty_anywhere.py), after which something is gone "
        "that `conserved` counts"
    ),
    "NeverEnds": "give it a sample setup from which random games come to an end",
    "HidesAReading": "let a consequence name the reading it rests on, where a switch would change the answer",
    "WritesAllAlike": "let two kinds of its decisions have fields of the same types, and list both",
}
"""What a ruleset has to have before a fault of ``faulty_anywhere`` shows in it."""

A_LEAK: Final = "the check of secrecy in replays/playouts.py no longer sees this leak of tests/contract/faulty.py"


@contextmanager
def must_break(law: int, ruleset: AnyRuleset, fault: str, *, games: int) -> Generator[None]:
    """Random games of a ruleset with a fault planted in it, of which one must break this law and no other."""
    broken: LawBroken | None = None
    try:
        yield
    except LawBroken as found:
        broken = found
    if broken is None:
        pytest.fail(
            f"{games} random games of {ruleset.edition.key} kept law {law} (docs/laws.md), although {fault} was "
            f"planted to break it: {OWED.get(fault, A_LEAK)}"
        )
    assert broken.law == law, f"{fault} was planted in {ruleset.edition.key} to break law {law}; {broken}"
    assert broken.record is not None, "the game that broke the law was not kept"
