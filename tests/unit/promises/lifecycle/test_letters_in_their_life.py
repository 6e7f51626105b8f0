"""What a letter means for its life: when it can be offered, what is warned of, which clauses there are to judge."""

import pytest

from oathbook.domain.errors import BadLetter, NotFound, NotYourSeat, PromiseRefused
from oathbook.domain.kernel import TABLE
from oathbook.domain.kernel.limits import OTHER_LETTERS_BYTES
from oathbook.domain.promises.lifecycle.letter_reader import JudgedClause, LetterReader, LetterTerms
from oathbook.replays.verification import verify
from tests.support.promises.promising import Bargain, refused
from tests.support.promises.speaking import SPEAKING, speaking

GIVE = "ash promises birch to give 2 wood to birch by the end of season {}."


@pytest.fixture
def bargain() -> Bargain:
    """Two at a table in turn 2, which their letters call season 2."""
    return speaking()


def terms(bargain: Bargain, letter: str) -> LetterTerms:
    """What is to be known of a letter."""
    return LetterReader(SPEAKING).terms(bargain.scribe.game, letter)


def warned(bargain: Bargain, letter: str) -> list[str]:
    """What is warned of, by its code."""
    return [each.code for each in LetterReader(SPEAKING).warnings(bargain.scribe.game, letter)]


# Offers -----------------------------------------------------------------------------------------------------------


def test_what_is_past_when_it_is_offered_is_refused(bargain: Bargain) -> None:
    refused(bargain, BadLetter, "that is past: it is season 2", lambda: bargain.offered(GIVE.format(1)))

    assert bargain.offered(GIVE.format(2)) == "p1"


def test_what_has_passed_since_it_was_signed_is_still_read_and_judged(bargain: Bargain) -> None:
    """The letter counts, whatever season it is by now."""
    assert terms(bargain, GIVE.format(1)).obligors == ("ash",)


def test_its_signers_are_bound_by_what_it_says(bargain: Bargain) -> None:
    (found,) = LetterReader(SPEAKING).agreements(bargain.scribe.game, GIVE.format(2))

    assert (found.obligors, found.addressees, [path for path, _ in found.spans]) == (("ash",), ("birch",), ["c1"])


@pytest.mark.parametrize(
    ("letter", "says"),
    [
        ("ash and birch promise to idle.", "jointly"),
        ("ash promises birch to give 2 influence to birch.", "influence"),
        ("ash promises birch to give 2 wood to that player.", "that player"),
    ],
)
def test_what_cannot_be_meant_is_not_offered(letter: str, says: str, bargain: Bargain) -> None:
    refused(bargain, BadLetter, says, lambda: bargain.offered(letter))


def test_warnings_keep_nobody_from_offering(bargain: Bargain) -> None:
    letter = "ash promises birch to give 2 wood to birch."

    assert warned(bargain, letter) == ["no-deadline"]
    assert bargain.bound(letter) == "p1"


def test_it_is_warned_of_who_has_promised_the_opposite(bargain: Bargain) -> None:
    """Only of what binds, and binds the same."""
    never, thrice = "ash promises birch never to attack birch.", "ash promises birch to attack birch at least 3 times."
    bargain.offered(never)
    assert warned(bargain, thrice) == ["no-deadline"]
    bargain.bound("birch promises ash never to attack ash.")
    before = warned(bargain, thrice)

    bargain.bound(never)

    assert before == ["no-deadline"]
    assert sorted({*warned(bargain, thrice)} - {"no-deadline"}) != []


FILLER = 'ash promises birch in plain words "{}" judged by the table.'


@pytest.mark.parametrize(("over", "is_looked_at"), [(0, True), (1, False)])
def test_only_the_latest_letters_are_held_against_a_new_one(over: int, *, is_looked_at: bool, bargain: Bargain) -> None:
    """Those of which there are not too many bytes; what two letters say alike is read once."""
    never, thrice = "ash promises birch never to attack birch.", "ash promises birch to attack birch at least 3 times."
    bargain.bound(never)
    left = OTHER_LETTERS_BYTES - len(never) + over
    letters = left // 2_000
    for number in range(letters):
        size = 2_000 if number else left - 2_000 * (letters - 1)
        filler = FILLER.format(str(number).ljust(size - len(FILLER.format("")), "x"))
        bargain.bound(filler)
        bargain.bound(filler)

    assert ("opposite" in warned(bargain, thrice)) == is_looked_at


# Clauses ----------------------------------------------------------------------------------------------------------


def test_only_plain_words_have_a_judge_wherever_they_stand(bargain: Bargain) -> None:
    letter = (
        'ash promises birch: (1) to idle; (2) once birch idles, in plain words "a" judged by birch; '
        '(3) whenever birch attacks ash, in plain words "b" judged by the arbiter, otherwise in plain words "c"; '
        '(4) in plain words "d", unless birch idles; '
        '(5) either (to idle) or (in plain words "e" judged by birch).'
    )

    clauses = terms(bargain, letter).clauses

    judged = {each.path: each.judge for each in clauses if each.judge is not None}
    assert JudgedClause("c1") in clauses
    assert {*judged.values()} == {TABLE, "birch"}
    assert len(judged) == 5
    assert sorted({path.partition(".")[0] for path in judged}) == ["c2", "c3", "c4", "c5"]


def test_what_each_promises_is_one_letter_of_all(bargain: Bargain) -> None:
    found = terms(bargain, "ash and birch each promise not to idle.")

    assert (found.obligors, found.addressees) == (("ash", "birch"), ())
    assert found.releasers == (("ash", "birch"), ("birch", "ash"))


def test_the_table_rules_on_any_clause_and_on_those_of_the_rules_without_a_claim(bargain: Bargain) -> None:
    """What is hidden, or referred, is settled by a ruling, too."""
    promise = bargain.bound("ash promises birch never to attack birch.")

    def rule(by: str, path: str = "c1") -> object:
        return bargain.does(by, "rule", promise=promise, path=path, value="met", reason="It was a slip.")

    refused(bargain, NotYourSeat, "table rules on c1", lambda: rule("birch"))
    refused(bargain, NotFound, "it has c1", lambda: rule(TABLE, "c2"))
    rule(TABLE)
    refused(bargain, PromiseRefused, "p1 is binding", lambda: bargain.does("ash", "sign", promise=promise))
    assert verify(bargain.scribe.record).status == "sound"
