"""How a promise comes to bind, and stops: offers, signatures, release; what is refused leaves nothing in the record."""

import pytest

from oathbook.domain.errors import BadLetter, BadRecord, NotFound, NotYourSeat, PromiseRefused, TooLarge
from oathbook.domain.games.game_events import PromiseConsented, PromiseSigned
from oathbook.domain.kernel import TABLE
from oathbook.domain.kernel.limits import OPEN_PROMISES
from tests.support.promises.promising import BACK, BOTH, LETTER, TO_ALL, Bargain, refused

# Offers -----------------------------------------------------------------------------------------------------------


def test_what_is_offered_is_the_letter_as_it_is_read_back(bargain: Bargain) -> None:
    """However it was typed."""
    promise = bargain.offered('ash   Promises birch  IN PLAIN WORDS "be friendly".')

    offer = bargain[promise].offer
    assert offer.letter == LETTER
    assert (offer.promise, offer.language) == ("p1", "letter/1")
    assert (offer.obligors, offer.addressees, offer.signers) == (("ash",), ("birch",), ("ash", "birch"))
    assert offer.releasers == ("ash", "birch")
    assert bargain[promise].stands == "offered"


def test_promises_are_counted_as_they_are_offered(bargain: Bargain) -> None:
    assert [bargain.offered(), bargain.offered(BACK), bargain.offered(TO_ALL)] == ["p1", "p2", "p3"]


def test_whoever_is_promised_something_may_offer_it_too(bargain: Bargain) -> None:
    assert bargain[bargain.offered(LETTER, by="birch")].by == "birch"


@pytest.mark.parametrize("by", ["cedar", TABLE])
def test_a_third_party_offers_nothing(by: str, bargain: Bargain) -> None:
    refused(bargain, NotYourSeat, "ash, birch offers a promise, and not", lambda: bargain.offered(LETTER, by=by))


def test_nobody_offers_who_has_no_seat(bargain: Bargain) -> None:
    refused(bargain, BadRecord, "there is no seat “oak”", lambda: bargain.offered(LETTER, by="oak"))


@pytest.mark.parametrize(
    ("letter", "says"),
    [
        ("ash promises", "the letter is not finished"),
        ('oak promises birch in plain words "x".', "there is no player “oak”"),
        ('ash promises oak in plain words "x".', "there is no player “oak”"),
        ('ash promises birch in plain words "x" judged by oak.', "there is no player “oak”"),
        ("ash promises birch to give 2 wood to birch.", "cannot stand here"),
        (f'ash promises birch in plain words "{"x" * 4_050}".', "longer than 4,096 bytes"),
    ],
)
def test_a_letter_that_cannot_be_read_is_not_offered(letter: str, says: str, bargain: Bargain) -> None:
    refused(bargain, BadLetter, says, lambda: bargain.offered(letter, by="ash"))


def test_each_of_three_has_a_third_of_the_promises_that_are_open_and_no_more(bargain: Bargain) -> None:
    """So nobody keeps the others from promising anything; what binds is as open as an offer."""
    share = OPEN_PROMISES // 3
    bargain.bound(TO_ALL)
    for _ in range(share - 1):
        bargain.offered(TO_ALL)

    refused(bargain, TooLarge, f"cedar has offered {share} promises", lambda: bargain.offered(TO_ALL))
    assert bargain.offered(LETTER) == f"p{share + 1}"
    bargain.does("cedar", "withdraw", promise="p2")
    assert bargain.offered(TO_ALL) == f"p{share + 2}"


# Signatures -------------------------------------------------------------------------------------------------------


def test_a_promise_binds_from_the_last_signature_on(bargain: Bargain) -> None:
    promise = bargain.offered()

    first = bargain.does("birch", "sign", promise=promise)
    assert (first, bargain[promise].stands, bargain[promise].bound_at) == (
        PromiseSigned(promise, binds=False),
        "offered",
        0,
    )
    last = bargain.does("ash", "sign", promise=promise)

    assert last == PromiseSigned(promise, binds=True)
    assert (bargain[promise].stands, bargain[promise].signed) == ("binding", ("birch", "ash"))
    assert bargain[promise].bound_at == bargain.position


def test_a_promise_to_nobody_in_particular_is_signed_by_whoever_makes_it(bargain: Bargain) -> None:
    """And released by everybody."""
    promise = bargain.offered(TO_ALL)
    bargain.does("cedar", "sign", promise=promise)

    assert bargain[promise].stands == "binding"
    assert bargain[promise].offer.releasers == ("cedar", "ash", "birch")


def test_nobody_signs_twice(bargain: Bargain) -> None:
    promise = bargain.offered()
    bargain.does("ash", "sign", promise=promise)

    refused(
        bargain,
        PromiseRefused,
        "promise: ash has signed p1 already",
        lambda: bargain.does("ash", "sign", promise=promise),
    )


@pytest.mark.parametrize("by", ["cedar", TABLE])
@pytest.mark.parametrize("kind", ["sign", "decline"])
def test_only_its_signers_sign_or_decline(by: str, kind: str, bargain: Bargain) -> None:
    promise = bargain.offered()

    refused(bargain, NotYourSeat, "ash, birch signs p1", lambda: bargain.does(by, kind, promise=promise))


@pytest.mark.parametrize("kind", ["sign", "decline", "withdraw", "consent"])
def test_nothing_is_done_with_a_promise_that_is_not_there(kind: str, bargain: Bargain) -> None:
    bargain.offered()

    refused(bargain, NotFound, "there is no promise “p2”", lambda: bargain.does("ash", kind, promise="p2"))


# Ends before it binds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["ash", "birch"])
def test_who_is_to_sign_may_decline_even_after_signing(by: str, bargain: Bargain) -> None:
    promise = bargain.offered()
    bargain.does("ash", "sign", promise=promise)

    bargain.does(by, "decline", promise=promise)

    assert bargain[promise].stands == "declined"


def test_an_offer_is_withdrawn_by_whoever_made_it(bargain: Bargain) -> None:
    promise = bargain.offered(LETTER, by="birch")

    refused(bargain, NotYourSeat, "birch withdraws p1", lambda: bargain.does("ash", "withdraw", promise=promise))
    bargain.does("birch", "withdraw", promise=promise)

    assert bargain[promise].stands == "withdrawn"


@pytest.mark.parametrize("ending", ["decline", "withdraw"])
@pytest.mark.parametrize("kind", ["sign", "decline", "withdraw", "consent"])
def test_nothing_follows_an_offer_that_has_come_to_nothing(ending: str, kind: str, bargain: Bargain) -> None:
    promise = bargain.offered()
    bargain.does("ash", ending, promise=promise)

    refused(bargain, PromiseRefused, "p1 is (declined|withdrawn)", lambda: bargain.does("ash", kind, promise=promise))


@pytest.mark.parametrize("kind", ["sign", "decline", "withdraw"])
def test_what_binds_is_not_signed_declined_or_withdrawn(kind: str, bargain: Bargain) -> None:
    promise = bargain.bound()

    refused(
        bargain, PromiseRefused, "p1 is binding, and not on offer", lambda: bargain.does("ash", kind, promise=promise)
    )


# Release and amendment --------------------------------------------------------------------------------------------


def test_a_promise_is_released_once_all_who_can_have_consented(bargain: Bargain) -> None:
    promise = bargain.bound()

    first = bargain.does("ash", "consent", promise=promise)
    assert bargain[promise].stands == "binding"
    last = bargain.does("birch", "consent", promise=promise)

    assert first == PromiseConsented(promise, releases=False, broken=False)
    assert last == PromiseConsented(promise, releases=True, broken=False)
    assert bargain[promise].stands == "released"


def test_the_letter_may_say_who_releases(bargain: Bargain) -> None:
    promise = bargain.bound(BOTH)

    refused(bargain, NotYourSeat, "cedar releases p1", lambda: bargain.does("ash", "consent", promise=promise))
    bargain.does("cedar", "consent", promise=promise)

    assert bargain[promise].stands == "released"


def test_nobody_consents_twice_or_to_what_does_not_bind(bargain: Bargain) -> None:
    promise = bargain.offered()

    def consent() -> object:
        return bargain.does("ash", "consent", promise=promise)

    refused(bargain, PromiseRefused, "p1 is offered, and not binding", consent)
    for seat in ("ash", "birch"):
        bargain.does(seat, "sign", promise=promise)
    consent()
    refused(bargain, PromiseRefused, "ash has consented to the release of p1 already", consent)


def test_an_amendment_takes_the_place_of_a_promise_when_everybody_has_signed_it(bargain: Bargain) -> None:
    """Also those who had signed and are not in the new letter."""
    old = bargain.bound(BOTH)

    new = bargain.offered(BACK, replaces=old)
    assert bargain[new].offer.signers == ("birch", "ash", "cedar")
    for seat in ("ash", "birch"):
        bargain.does(seat, "sign", promise=new)
    assert (bargain[old].stands, bargain[new].stands) == ("binding", "offered")
    bargain.does("cedar", "sign", promise=new)

    assert (bargain[old].stands, bargain[new].stands) == ("superseded", "binding")


def test_who_had_signed_a_promise_may_offer_its_amendment(bargain: Bargain) -> None:
    old = bargain.bound(BOTH)

    assert bargain.offered(BACK, by="cedar", replaces=old) == "p2"


def test_a_promise_to_all_is_amended_by_all(bargain: Bargain) -> None:
    """Or who made it would be rid of it alone."""
    old = bargain.bound(TO_ALL)

    new = bargain.offered('cedar promises in plain words "play".', replaces=old)
    bargain.does("cedar", "sign", promise=new)

    assert bargain[new].offer.signers == ("cedar", "ash", "birch")
    assert (bargain[old].stands, bargain[new].stands) == ("binding", "offered")


def test_whoever_may_release_signs_what_takes_its_place(bargain: Bargain) -> None:
    old = bargain.bound('ash promises in plain words "play". birch may release ash.')

    assert bargain[bargain.offered('ash promises in plain words "rest".', replaces=old)].offer.signers == (
        "ash",
        "birch",
    )


def test_only_what_binds_is_amended(bargain: Bargain) -> None:
    old = bargain.offered()

    refused(bargain, PromiseRefused, "replaces: p1 is offered", lambda: bargain.offered(LETTER, replaces=old))
    refused(bargain, NotFound, "there is no promise “p9”", lambda: bargain.offered(LETTER, replaces="p9"))


def test_of_two_amendments_the_first_that_is_signed_counts(bargain: Bargain) -> None:
    old = bargain.bound()
    one, other = bargain.offered(BACK, replaces=old), bargain.offered(BACK, replaces=old)
    bargain.does("ash", "sign", promise=other)
    for seat in ("ash", "birch"):
        bargain.does(seat, "sign", promise=one)

    refused(
        bargain, PromiseRefused, "p3 replaces: p1 is superseded", lambda: bargain.does("birch", "sign", promise=other)
    )
