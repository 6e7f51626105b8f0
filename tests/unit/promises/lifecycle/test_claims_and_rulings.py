"""Who says what about a promise once it binds, and who judges; what is refused leaves nothing in the record."""

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, GameClosed, NotFound, NotYourSeat, PromiseRefused, Refused, TooLarge
from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.kernel.limits import (
    CLAIMS_PER_PROMISE,
    LETTER_DEPTH,
    POSITIONS_PER_CLAIM,
    RULINGS_PER_PROMISE,
    WORDS,
)
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.knights_duty.model.state import Field
from oathbook.domain.rulesets.protocol import SeatSetup
from oathbook.replays.verification import verify
from tests.support.playing import RULESET, close_by, die, order_and_strike, sources, steps
from tests.support.promises.promising import BACK, BOTH, TO_ALL, Bargain, refused

# Claims and answers -----------------------------------------------------------------------------------------------


def claim(bargain: Bargain, by: str = "birch", /, **more: object) -> object:
    """Somebody claims that the first clause of the first promise was breached."""
    return bargain.does(by, "claim", **{"promise": "p1", "path": "c1", "claims": "breached", **more})


def test_parties_claim_something_about_a_clause_and_positions(bargain: Bargain) -> None:
    bargain.bound()

    claim(bargain, about=[1, 3], says="He shouted.")
    claim(bargain, "ash", claims="fulfilled")

    assert [(each.by, each.path) for each in bargain["p1"].claims] == [("birch", "c1"), ("ash", "c1")]


def test_anybody_claims_something_about_a_promise_to_all(bargain: Bargain) -> None:
    bargain.bound(TO_ALL)

    claim(bargain, "ash")

    assert bargain["p1"].claims[0].by == "ash"


@pytest.mark.parametrize("by", ["cedar", TABLE])
def test_nobody_else_claims_or_answers_anything(by: str, bargain: Bargain) -> None:
    bargain.bound()
    claim(bargain)

    refused(bargain, NotYourSeat, f"claims something about p1, and not {by}$", lambda: claim(bargain, by))
    answer = {"promise": "p1", "claim": bargain.position, "says": "No."}
    refused(
        bargain, NotYourSeat, f"answers a claim about p1, and not {by}$", lambda: bargain.does(by, "answer", **answer)
    )


@pytest.mark.parametrize(
    ("more", "kind", "says"),
    [
        ({"path": "c2"}, NotFound, "path: p1 has no “c2”; it has c1"),
        ({"promise": "p2"}, NotFound, "there is no promise “p2”"),
        ({"about": [99]}, NotFound, "about: position 99: the positions of this game are 1 to 4"),
        ({"about": [3, 2]}, BadRecord, "about: positions stand in their order"),
        ({"about": [2, 2]}, BadRecord, "about: positions stand in their order"),
        ({"about": [0]}, BadRecord, "expected a whole number, at least 1"),
        ({"about": list(range(1, POSITIONS_PER_CLAIM + 2))}, BadRecord, "a list of at most 20 items"),
        ({"claims": "forgotten"}, BadRecord, "“forgotten” cannot stand here"),
        ({"says": "one\ntwo"}, BadRecord, "on one line, without control characters"),
        ({"says": "\u202eback to front"}, BadRecord, "on one line, without control characters"),
        ({"says": "x" * (WORDS + 1)}, BadRecord, "a text of at most 2000 characters"),
    ],
)
def test_a_claim_is_about_what_is_there(
    more: dict[str, object], kind: type[Refused], says: str, bargain: Bargain
) -> None:
    bargain.bound()

    refused(bargain, kind, says, lambda: claim(bargain, **more))


def test_the_deepest_place_of_a_letter_can_be_claimed_under_the_longest_names() -> None:
    ash, birch = (Seat(letter * 32) for letter in "ab")
    setup, start = close_by(), close_by().start
    assert isinstance(start, Field)
    knights = tuple(replace(each, seat=seat) for each, seat in zip(start.knights, (ash, birch), strict=True))
    seats = (SeatSetup(ash, "Player 1"), SeatSetup(birch, "Player 2"))
    opened = replace(setup, seats=seats, start=replace(start, knights=knights))
    bargain = Bargain(MemoryWriter.open(RULESET, opened, sources("long names")))
    otherwise = ', otherwise in plain words "x"' * LETTER_DEPTH
    bargain.bound(f'{ash} and {birch} jointly promise: (1) each of them in plain words "x"{otherwise}.', ash)
    deepest = f"c1.{ash}{'.otherwise' * LETTER_DEPTH}"

    claim(bargain, ash, path=deepest)

    assert [each.path for each in bargain["p1"].claims] == [deepest]


def test_nothing_is_claimed_about_what_has_never_bound(bargain: Bargain) -> None:
    bargain.offered()

    refused(bargain, PromiseRefused, "p1 is offered, and has never been binding", lambda: claim(bargain))


def test_what_happened_before_a_release_can_be_claimed_after_it(bargain: Bargain) -> None:
    promise = bargain.bound()
    for seat in ("ash", "birch"):
        bargain.does(seat, "consent", promise=promise)

    claim(bargain)

    assert len(bargain[promise].claims) == 1


def test_a_promise_has_a_hundred_claims_and_no_more(bargain: Bargain) -> None:
    bargain.bound()
    for _ in range(CLAIMS_PER_PROMISE):
        claim(bargain)

    refused(bargain, TooLarge, "at most 100 claims", lambda: claim(bargain))


def test_the_other_parties_answer_a_claim_once_each(bargain: Bargain) -> None:
    bargain.bound(BOTH)
    claim(bargain, "cedar")

    def answer(by: str, at: int = bargain.position) -> object:
        return bargain.does(by, "answer", promise="p1", claim=at, says="No.")

    answer("ash")
    answer("birch")

    assert bargain["p1"].claims[0].answered == ("ash", "birch")
    refused(bargain, PromiseRefused, "claim: ash has answered this claim already", lambda: answer("ash"))
    refused(bargain, PromiseRefused, "claim: cedar made this claim", lambda: answer("cedar"))
    refused(bargain, NotFound, "nothing was claimed about p1 at position 1", lambda: answer("ash", 1))


@pytest.mark.parametrize("says", ["", " "])
def test_an_answer_says_something(says: str, bargain: Bargain) -> None:
    bargain.bound()
    claim(bargain)

    refused(
        bargain,
        PromiseRefused,
        "says: say something",
        lambda: bargain.does("ash", "answer", promise="p1", claim=bargain.position, says=says),
    )


# Rulings ----------------------------------------------------------------------------------------------------------


def rule(bargain: Bargain, by: str = TABLE, /, **more: object) -> object:
    """Somebody rules that the first clause of the first promise is met."""
    return bargain.does(by, "rule", **{"promise": "p1", "path": "c1", "value": "met", "reason": "So it was.", **more})


def test_the_judge_whom_the_letter_names_rules_and_nobody_else(bargain: Bargain) -> None:
    """Before they have ruled and after it; where the letter names the table, the table does."""
    bargain.bound(BOTH)
    for path in ("c1", "c2"):
        claim(bargain, "cedar", path=path)

    refused(bargain, NotYourSeat, "cedar rules on c2 of p1", lambda: rule(bargain, TABLE, path="c2"))
    rule(bargain, "cedar", path="c2")
    rule(bargain, TABLE, path="c1", value="failed", blamed=["birch"], excused=["ash"])

    assert bargain["p1"].rulings == (("c2", "cedar"), ("c1", TABLE))
    refused(bargain, NotYourSeat, "table rules on c1 of p1", lambda: rule(bargain, "cedar", path="c1"))
    refused(bargain, NotYourSeat, "cedar rules on c2 of p1", lambda: rule(bargain, "ash", path="c2"))
    refused(bargain, NotYourSeat, "cedar rules on c2 of p1", lambda: rule(bargain, TABLE, path="c2"))


def test_plain_words_are_ruled_on_once_somebody_has_claimed_something(bargain: Bargain) -> None:
    bargain.bound()

    refused(bargain, PromiseRefused, "path: c1 stands in plain words", lambda: rule(bargain))
    claim(bargain)
    rule(bargain)

    assert bargain["p1"].rulings == (("c1", TABLE),)


EITHER = 'ash promises birch either (in plain words "a") or (in plain words "b"), otherwise in plain words "c".'


def test_plain_words_are_not_ruled_on_through_what_holds_them_before_each_is_claimed(bargain: Bargain) -> None:
    bargain.bound(EITHER)
    claim(bargain, path="c1.1")

    refused(bargain, PromiseRefused, "path: c1.2 stands in plain words, and nobody has", lambda: rule(bargain))
    rule(bargain, path="c1.1")
    claim(bargain, path="c1.2")
    refused(bargain, PromiseRefused, "path: c1.otherwise stands in plain words", lambda: rule(bargain))
    claim(bargain, path="c1.otherwise")
    rule(bargain)

    assert bargain["p1"].rulings == (("c1.1", TABLE), ("c1", TABLE))


def test_a_claim_about_what_holds_plain_words_is_about_them(bargain: Bargain) -> None:
    """So it leaves them to a ruling when the game ends, and such a ruling can be made."""
    bargain.bound(EITHER)
    claim(bargain)

    rule(bargain, path="c1.2")

    assert bargain["p1"].rulings == (("c1.2", TABLE),)


def test_the_table_does_not_overrule_a_judge_through_what_holds_their_words(bargain: Bargain) -> None:
    bargain.bound(EITHER.replace('"b"', '"b" judged by birch'))
    claim(bargain)

    refused(bargain, NotYourSeat, "birch rules on c1.2 of p1", lambda: rule(bargain))


@pytest.mark.parametrize(
    ("more", "kind", "says"),
    [
        ({"path": "c9"}, NotFound, "p1 has no “c9”"),
        ({"value": "broken"}, BadRecord, "“broken” cannot stand here"),
        ({"reason": " "}, PromiseRefused, "reason: say something"),
        ({"value": "failed", "blamed": ["birch"]}, PromiseRefused, "blamed: birch has promised nothing in p1"),
        ({"value": "failed", "excused": ["cedar"]}, PromiseRefused, "excused: cedar has promised nothing in p1"),
        ({"value": "failed", "blamed": ["ash", "ash"]}, PromiseRefused, "blamed: ash is named twice"),
        ({"value": "failed", "blamed": ["ash"], "excused": ["ash"]}, PromiseRefused, "blamed: ash is named twice"),
        ({"blamed": ["ash"]}, PromiseRefused, "blamed: nobody is blamed for what has not failed"),
    ],
)
def test_a_ruling_says_what_it_can_and_why(
    more: dict[str, object], kind: type[Refused], says: str, bargain: Bargain
) -> None:
    bargain.bound()
    claim(bargain)

    refused(bargain, kind, says, lambda: rule(bargain, **more))


def test_a_promise_has_a_hundred_rulings_and_no_more(bargain: Bargain) -> None:
    bargain.bound()
    claim(bargain)
    for _ in range(RULINGS_PER_PROMISE):
        rule(bargain)

    refused(bargain, TooLarge, "at most 100 rulings", lambda: rule(bargain))


# Behind the end ---------------------------------------------------------------------------------------------------


def test_behind_the_end_claims_are_answered_and_ruled_on_and_nothing_else_is_done() -> None:
    bargain = Bargain(order_and_strike())
    bargain.bound()
    offered = bargain.offered(BACK)
    claim(bargain)
    claimed = bargain.position
    for _ in steps(bargain.scribe, die("the end")):
        pass

    bargain.does("ash", "answer", promise="p1", claim=claimed, says="No.")
    rule(bargain)
    rule(bargain, value="failed")

    assert bargain.scribe.game.closed
    for act in (
        bargain.offered,
        lambda: bargain.does("ash", "sign", promise=offered),
        lambda: bargain.does("ash", "decline", promise=offered),
        lambda: bargain.does("ash", "consent", promise="p1"),
        lambda: claim(bargain),
    ):
        refused(bargain, GameClosed, "is over", act)
    assert verify(bargain.scribe.record).status == "sound"


def test_behind_the_end_the_table_rules_in_place_of_a_judge_who_has_not() -> None:
    """Until the judge does, whose ruling is the last."""
    bargain = Bargain(order_and_strike())
    for _ in range(2):
        bargain.bound(BACK)
    for promise in ("p1", "p2"):
        claim(bargain, "ash", promise=promise)
    rule(bargain, "ash", promise="p2", value="failed")
    for _ in steps(bargain.scribe, die("the end")):
        pass

    rule(bargain)
    rule(bargain, "ash", value="failed")

    assert bargain.scribe.game.closed
    refused(bargain, NotYourSeat, "ash rules on c1 of p1", lambda: rule(bargain))
    refused(bargain, NotYourSeat, "ash rules on c1 of p2", lambda: rule(bargain, promise="p2"))
    assert verify(bargain.scribe.record).status == "sound"


def test_somebody_who_plays_is_no_judge_but_of_what_the_letter_says(bargain: Bargain) -> None:
    bargain.bound(BACK)
    claim(bargain, "ash")

    rule(bargain, "ash")

    refused(bargain, NotYourSeat, "ash rules on c1", lambda: rule(bargain, "birch"))
