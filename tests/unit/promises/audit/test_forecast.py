"""What a decision would do to promises, asked before it is decided; and what it does once it is."""

import pytest
from msgspec.structs import replace

from oathbook.domain.application.questions import REQUEST_FIELDS, QuestionContext, parse_question
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.kernel import HOLDER, Seat
from oathbook.domain.promises.audit import forecast as forecasting
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.forecast import Forecast, Foreseen
from oathbook.domain.promises.audit.incremental_audit import start_incremental_audit
from oathbook.domain.promises.audit.standing import standing_of
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.replays.frames import Replay
from tests.golden.heirless_promises import SCRIPTS
from tests.golden.scripting import Script, recorded
from tests.golden.scripting import sources as scripted
from tests.support.playing import BOTH_FIRST, RULESET, Json, close_by, decide, order_and_strike, sources
from tests.support.promises.promising import POINTING, Bargain
from tests.unit.projections.test_promise_ledger import unreadable

NO_HARM = "ash promises birch never to defeat birch."
ASH = Seat("ash")


def before_the_last(name: str) -> tuple[MemoryWriter, Json]:
    """A golden game before its last decision, and that decision."""
    (script,) = (each for each in SCRIPTS if each.name == name)
    played: Script = replace(script, steps=script.steps[:-1])
    return MemoryWriter.resume(recorded(played, 903), scripted("", 903)), script.steps[-1][0]


def foreseen(scribe: MemoryWriter, value: Json, *reports: DrawReport, viewer: str | None = None) -> Forecast | None:
    """What is told to whoever decides that, or to somebody who sees less."""
    replay = Replay(scribe.record, Seat(viewer or value["by"]))
    at = len(replay)
    asked = QuestionContext(scribe.record.ruleset, replay.game_at(at), at, replay.entries)
    one = parse_question(asked, value, reports, sources("asks"), named=REQUEST_FIELDS)
    return one.forecast_for(one.result())


def told(forecast: Forecast | None) -> list[tuple[str, str, bool, tuple[str, ...], list[tuple[str, int]]]]:
    assert forecast is not None
    return [
        (each.promise, each.status, each.might, each.blamed, [(due.seat, due.amount) for due in each.penalties])
        for each in forecast.changes
    ]


def nothing_new(forecast: Forecast | None) -> bool:
    """Whether everything was tried, and no promise would be otherwise by it."""
    assert forecast is not None
    return (forecast.changes, forecast.complete) == ((), True)


# The same as what comes of it -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "status", "blamed", "price"),
    [
        ("promise-kept", "kept", (), []),
        ("promise-broken-by-an-act", "broken", ("ash",), [("ash", 20)]),
        ("promise-broken-by-doing-nothing", "broken", ("birch",), [("birch", 20)]),
        ("promise-made-good", "kept", (), []),
        ("promise-not-made-good", "broken", ("ash",), [("ash", 20)]),
        ("promise-open-at-the-end", "void", (), []),
        ("promise-pooled", "broken", ("birch",), [("birch", 20)]),
    ],
)
def test_the_decision_that_settles_a_promise_is_told_to_do_so_with_its_price(
    name: str, status: str, blamed: tuple[str, ...], price: list[tuple[str, int]]
) -> None:
    """The last decision of each of these games settles its promise, as the page beside its record works out."""
    scribe, last = before_the_last(name)
    before = scribe.record

    found = foreseen(scribe, last)

    assert told(found) == [("p1", status, False, blamed, price)]
    assert found is not None
    assert found.complete
    assert scribe.record is before
    decide(scribe, last)
    ((part,),) = (each.parts for each in audit(scribe.record.ruleset, scribe.record.entries()).promises)
    assert [(due.seat, due.amount) for due in part.penalties] == price
    assert (part.status, part.blame.blamed) == (status, blamed)
    followed_since = start_incremental_audit(scribe.record.ruleset, scribe.record.entries()).promises.values()
    assert found.standing == standing_of(scribe.record.ruleset, scribe.game.state, followed_since)


def test_whoever_would_break_their_share_of_what_another_has_broken_is_told_their_own_price() -> None:
    """Birch has broken it and pays; what ash is about to do costs ash 20."""
    scribe, last = before_the_last("promise-together-broken-by-both")

    assert told(foreseen(scribe, last)) == [("p1", "broken", False, ("ash",), [("ash", 20)])]
    assert told(foreseen(scribe, {**last, "tile": "Valley"})) == []


def test_another_decision_in_its_place_leaves_the_promise_alone() -> None:
    scribe, _ = before_the_last("promise-broken-by-an-act")

    assert nothing_new(foreseen(scribe, {"by": "ash", "kind": "deploy", "tile": "Valley"}))


def test_what_is_settled_already_is_not_told_again() -> None:
    bargain = Bargain(MemoryWriter.open(RULESET, close_by(), sources("again")))
    bargain.bound(POINTING)
    for by, slots in (("birch", ["bow", "bow"]), ("ash", ["bow", "bow"])):
        decide(bargain.scribe, {"by": by, "kind": "lay_plan", "slots": slots})
    pointing: Json = {"by": "birch", "kind": "declare_target", "target": "ash"}

    assert told(foreseen(bargain.scribe, pointing)) == [("p1", "broken", False, ("birch",), [])]
    decide(bargain.scribe, pointing)
    assert nothing_new(foreseen(bargain.scribe, {"by": "ash", "kind": "declare_target", "target": "birch"}))


def test_what_the_rules_refuse_does_nothing_to_promises() -> None:
    scribe, last = before_the_last("promise-broken-by-an-act")

    assert foreseen(scribe, {**last, "by": "birch"}) is None


def test_a_game_in_which_nothing_was_promised_has_nothing_to_tell() -> None:
    assert foreseen(order_and_strike(), BOTH_FIRST) is None


def test_an_offer_that_is_not_signed_is_not_told_of() -> None:
    scribe = order_and_strike()
    Bargain(scribe).offered(NO_HARM)

    assert nothing_new(foreseen(scribe, BOTH_FIRST))


def test_a_letter_that_nobody_can_read_is_passed_over() -> None:
    scribe = MemoryWriter.resume(unreadable(), sources("odd"))
    plan: Json = {"by": "ash", "kind": "lay_plan", "slots": ["bow", "bow"]}

    assert nothing_new(foreseen(scribe, plan))


# Where it depends on draws ----------------------------------------------------------------------------------------


def striking() -> MemoryWriter:
    """Who strikes first is drawn, then how: both Hearts are broken, so that a heart defeats, and a shield does not."""
    scribe = order_and_strike()
    Bargain(scribe).bound(NO_HARM)
    return scribe


def first(seat: str, *drawn: str) -> tuple[DrawReport, ...]:
    """That seat strikes first, and draws this; then the other, if both are still there."""
    other = "birch" if seat == "ash" else "ash"
    strikes = (DrawReport(f"strike/1/{by}", (card,)) for by, card in zip((seat, other), drawn, strict=False))
    return DrawReport("order/1/0", (seat,)), *strikes


def test_what_depends_on_a_draw_might_be() -> None:
    """Of six ways two let ash defeat birch, and one lets birch end the game before. The seed is not asked."""
    found = foreseen(striking(), BOTH_FIRST)

    assert found is not None
    assert found.complete
    assert [(each.promise, each.status, each.might) for each in found.changes] == [
        ("p1", "broken", True),
        ("p1", "kept", True),
    ]


@pytest.mark.parametrize(
    ("reports", "becomes"),
    [
        (first("ash", "heart"), ["broken"]),
        (first("ash", "shield", "heart"), ["kept"]),
        (first("ash", "shield", "shield"), []),
        (first("birch", "heart"), []),
        (first("birch", "shield", "heart"), ["broken"]),
        (first("birch", "shield", "shield"), []),
    ],
)
def test_with_all_draws_supposed_it_is_told_for_certain(reports: tuple[DrawReport, ...], becomes: list[str]) -> None:
    """Who is defeated by the first strike still strikes; by the second the game is over, and a prohibition is kept."""
    found = foreseen(striking(), BOTH_FIRST, *reports)

    assert found is not None
    assert [(each.status, each.might) for each in found.changes] == [(each, False) for each in becomes]


def test_with_some_draws_supposed_the_others_are_tried() -> None:
    found = foreseen(striking(), BOTH_FIRST, *first("ash", "shield"))

    assert found is not None
    assert [(each.status, each.might) for each in found.changes] == [("kept", True)]


def test_where_there_are_more_ways_than_are_tried_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasting, "MOST_TRIED", 1)

    found = foreseen(striking(), BOTH_FIRST)

    assert found is not None
    assert not found.complete
    assert all(each.might for each in found.changes)


def test_what_is_certain_whatever_is_drawn_is_no_might() -> None:
    """A strike follows, but Inspiration is used before it; the holder asks, for ash's choice is hidden from birch."""
    bargain = Bargain(MemoryWriter.open(RULESET, close_by(), sources("inspired")))
    bargain.bound("birch promises ash never to use Inspiration.")
    bargain.bound(NO_HARM)
    for by, decision in (
        ("ash", {"kind": "lay_plan", "slots": ["bow"]}),
        ("birch", {"kind": "lay_plan", "slots": ["bow"]}),
        ("ash", {"kind": "declare_target", "target": "birch"}),
        ("birch", {"kind": "declare_target", "target": "ash"}),
        ("ash", {"kind": "name_attacker", "attacker": "ash"}),
        ("birch", {"kind": "name_attacker", "attacker": "ash"}),
        ("ash", {"kind": "inspire", "use": True}),
    ):
        decide(bargain.scribe, {"by": by, **decision})

    found = foreseen(bargain.scribe, {"by": "birch", "kind": "inspire", "use": True}, viewer=HOLDER)

    assert [each[:3] for each in told(found)][:2] == [("p1", "broken", False), ("p2", "broken", True)]


# What whoever asks may see ----------------------------------------------------------------------------------------


def test_two_plans_that_differ_in_what_is_hidden_are_foreseen_alike() -> None:
    """What birch has laid is not ash's to know, and nothing foreseen tells of it."""
    letters = (NO_HARM, "birch promises ash to attack ash.", "birch promises ash to parry.")

    def asked_of(slots: list[str]) -> Forecast | None:
        bargain = Bargain(MemoryWriter.open(RULESET, close_by(), sources("hidden")))
        for letter in letters:
            bargain.bound(letter)
        decide(bargain.scribe, {"by": "birch", "kind": "lay_plan", "slots": slots})
        return foreseen(bargain.scribe, {"by": "ash", "kind": "lay_plan", "slots": ["bow", "bow"]})

    assert asked_of(["bow", "parry"]) == asked_of(["parry", "bow"])


def test_a_foreseen_change_names_the_letter_and_whom_it_binds() -> None:
    scribe, last = before_the_last("promise-broken-by-an-act")
    found = foreseen(scribe, last)
    assert found is not None
    (change,) = found.changes

    assert isinstance(change, Foreseen)
    assert change.letter.startswith("ash promises cedar not to deploy")
    assert (change.obligors, change.referrals) == ((ASH,), ())
