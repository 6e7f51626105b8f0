"""The letters of a record for its audit, each by the versions that its offer names."""

from domain.games.events import PromiseOffered
from domain.promises.blame.readings import reading_named
from domain.promises.letter.languages import agreements_of, as_signed
from domain.promises.letter.names import Names
from domain.promises.letter.remarks import Remark
from domain.promises.lifecycle.lives import life_named
from domain.promises.logic.formula import Agreement
from domain.rulesets.vocabulary import Vocabulary


def remarks_on(offer: PromiseOffered, vocabulary: Vocabulary, names: Names) -> tuple[Remark, ...]:
    """The remarks on a letter; ``BadLetter``, and ``UnknownVersion`` where it names one that is not known here."""
    must_know(offer)
    return as_signed(offer, vocabulary, names)[1]


def bound_by(offer: PromiseOffered, vocabulary: Vocabulary, names: Names, *, by_consent: bool) -> tuple[Agreement, ...]:
    """The agreements of a letter; refuses as ``remarks_on``."""
    must_know(offer)
    return agreements_of(offer, vocabulary, names, by_consent=by_consent)


def must_know(offer: PromiseOffered) -> None:
    """``UnknownVersion`` where the life of a promise, or who pays for it, follows rules that are not known here."""
    life_named(offer.life)
    reading_named(offer.blame)
