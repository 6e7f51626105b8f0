"""Versions that an offer names: each promise keeps its own for ever, and one that is not known here spoils nothing."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import NotYourSeat, UnknownVersion
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import PromiseEvent
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.language_versions import LANGUAGES, LanguageVersion
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.lifecycle.acts import Act, DeclineOffer
from oathbook.domain.promises.lifecycle.adjudication import PublicAudit
from oathbook.domain.promises.lifecycle.decider import LIVES, decide
from oathbook.domain.promises.lifecycle.letter_reader import LetterReader
from oathbook.domain.promises.logic.formulas import Agreement, Total
from oathbook.domain.promises.who_pays.answers import Blame, BlameAnswer
from oathbook.domain.promises.who_pays.who_pays import READINGS
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.vocabulary import Vocabulary
from oathbook.replays.verification import verify
from tests.minigame.ruleset import BLUE, MINIGAME
from tests.support.promises.blaming import ALL_IDLE, Table, goods
from tests.support.promises.promising import BACK, LETTER, Bargain
from tests.support.tampering import Event, forged

GIFT = "red promises blue to give 2 wood to blue by the end of season 1."


def naming(field: str, version: str, promise: str = "p2") -> Callable[[list[Event]], object]:
    """A promise of a record named a version that it was not made by."""

    def change(events: list[Event]) -> None:
        (offer,) = (each for each in events if each.topic == "promise.offered/1" and each.data["promise"] == promise)
        offer.data[field] = version

    return change


def two_promises(bargain: Bargain) -> Record:
    """One that ash keeps to, and another that birch offers, both binding, with a claim about the second."""
    bargain.bound()
    bargain.bound(BACK, "birch")
    bargain.does("ash", "claim", promise="p2", path="c1", claims="breached")
    return bargain.scribe.record


@pytest.mark.parametrize(
    ("field", "version", "says"),
    [
        ("language", "letter/2", "letter/2 is no language of letters that this program knows; it knows letter/1"),
        ("life", "life/2", "life/2 is no set of rules of a promise's life that this program knows; it knows life/1"),
        ("blame", "blame/2", "blame/2 is no reading of blame that this program knows; it knows blame/1"),
    ],
)
def test_an_unknown_version_is_named_by_position_and_everything_else_is_verified(
    field: str, version: str, says: str, bargain: Bargain
) -> None:
    """Its offer at 5, its two signatures and the claim; that is no discrepancy, and the first promise is proven."""
    record = two_promises(bargain)
    offered = [each.entry.position for each in record.events if each.topic == "promise.offered/1"][1]
    sound = verify(record)
    assert (sound.status, sound.proofs) == ("sound", 2)

    found = verify(forged(record, naming(field, version)))

    assert (found.status, found.discrepancies, found.reached) == ("partial", (), len(record.events))
    assert [(each.position, each.why) for each in found.unchecked] == [
        (position, says) for position in range(offered, offered + 4)
    ]
    assert found.proofs == 1


def test_a_promise_of_an_unknown_version_is_left_open_and_the_others_are_audited(bargain: Bargain) -> None:
    record = forged(two_promises(bargain), naming("language", "letter/2"))

    with pytest.raises(UnknownVersion, match="it knows letter/1"):
        audit(record.ruleset, record.entries(), only="p2")
    (first,) = audit(record.ruleset, record.entries(), only="p1").promises
    assert first.status == "pending"


def test_nothing_is_offered_by_a_version_that_is_not_known(bargain: Bargain) -> None:
    for versions in ({"language": "letter/2"}, {"life": "life/2"}, {"blame": "blame/2"}):
        with pytest.raises(UnknownVersion):
            bargain.does("ash", "offer", letter=LETTER, **versions)

    assert not bargain.scribe.game.promises


# Made-up versions beside the first --------------------------------------------------------------------------------


def doubled(
    letter: ParsedLetter, vocabulary: Vocabulary, names: Names, *, by_consent: bool = True
) -> tuple[Agreement, ...]:
    """A language in which whoever promises something promises it twice over."""
    return tuple(
        replace(each, formula=replace(each.formula, n=2 * each.formula.n))
        for each in compile_letter(letter, vocabulary, names, by_consent=by_consent)
        if isinstance(each.formula, Total)
    )


@pytest.fixture
def letter_2(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers it."""
    monkeypatch.setitem(LANGUAGES, "letter/2", LanguageVersion(lowered=doubled))


def both() -> Table:
    """Red promises the same in both languages, and gives 2 wood; then the season ends."""
    table = Table(goods(red={"wood": 2}))
    for number, language in enumerate(("letter/1", "letter/2"), 1):
        table.does("red", "offer", letter=GIFT, language=language)
        for seat in ("red", "blue"):
            table.does(seat, "sign", promise=f"p{number}")
    table.plays("red give wood 2 blue", *ALL_IDLE)
    return table


@pytest.mark.usefixtures("letter_2")
def test_a_second_language_lives_beside_the_first() -> None:
    """The same words: 2 are enough in one, and 4 are meant in the other."""
    record = both().scribe.record

    found = verify(record)

    assert (found.status, found.proofs) == ("sound", 2)
    assert [each.status for each in audit(MINIGAME, record.entries()).promises] == ["kept", "broken"]


def test_its_record_verifies_without_it_but_for_its_own_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as registered:
        registered.setitem(LANGUAGES, "letter/2", LanguageVersion(lowered=doubled))
        record = both().scribe.record

    found = verify(record)

    assert (found.status, found.discrepancies, found.proofs) == ("partial", (), 1)
    assert {each.why.split(" is ")[0] for each in found.unchecked} == {"letter/2"}


def test_a_second_reading_of_blame_lives_beside_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """One by which the addressee of a broken promise answers for it."""
    monkeypatch.setitem(READINGS, "blame/2", lambda *_: Blame((BlameAnswer(BLUE, "c1", "could", pays=True),)))
    table = Table(goods(red={"wood": 2}))
    for number, blame in enumerate(("blame/1", "blame/2"), 1):
        table.does("red", "offer", letter=GIFT, blame=blame)
        for seat in ("red", "blue"):
            table.does(seat, "sign", promise=f"p{number}")
    table.plays(*ALL_IDLE)

    assert [each.parts[0].blame.blamed for each in table.audit().promises] == [("red",), ("blue",)]
    assert verify(table.scribe.record).status == "sound"


def test_a_second_set_of_rules_of_life_lives_beside_the_first(
    monkeypatch: pytest.MonkeyPatch, bargain: Bargain
) -> None:
    """One by which nobody declines: who may not is told so, and the record holds what each promise allows."""

    def stern(game: Game, by: Seat, act: Act, letters: LetterReader, public: PublicAudit) -> PromiseEvent:
        return decide(game, Seat("cedar") if isinstance(act, DeclineOffer) else by, act, letters, public)

    monkeypatch.setitem(LIVES, "life/2", stern)
    bargain.does("ash", "offer", letter=LETTER)
    bargain.does("ash", "offer", letter=LETTER, life="life/2")

    bargain.does("ash", "decline", promise="p1")
    with pytest.raises(NotYourSeat, match="signs p2, and not cedar"):
        bargain.does("ash", "decline", promise="p2")

    assert verify(bargain.scribe.record).status == "sound"
