"""What no match can bring, so that nobody promises it unawares."""

from collections.abc import Iterator, Mapping
from typing import Final

from oathbook.domain.rulesets.knights_duty.rules import KD
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.vocabulary import Args, Most

_ONCE: Final[Mapping[str, tuple[str, KD]]] = {
    "breaks_heart": ("a broken heart does not mend", KD.HIT_FULL),
    "defeats": ("a defeated player is out of the match", KD.HIT_BROKEN),
}


def most_done(setup: Setup, kind: str, args: Args) -> Iterator[Most]:
    """Every heart is broken once, and every knight defeated once, and nobody's own by themselves."""
    if kind in _ONCE:
        why, clause = _ONCE[kind]
        yield Most(1 if "target" in args else len(setup.seats) - ("by" in args), why, clause)
