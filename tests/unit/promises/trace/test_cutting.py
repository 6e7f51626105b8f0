"""A game cut into moments: clock markers stand alone, states follow each other without a gap."""

from collections.abc import Sequence
from itertools import pairwise, zip_longest

import pytest

from oathbook.domain.errors import Misfit
from oathbook.domain.games.game_events import Entry, OutcomeFollowed
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.trace.segmentation import LIFE_KINDS, Segmentation, moments_of, segment
from oathbook.domain.recording.format.record import Record, fold_record, redact_record
from tests.support.mistakes.misplays import TURN_OF_BRAM
from tests.support.playing import RULESET, long_game, small_game
from tests.support.promises.promising import BACK, LETTER, Bargain, promising_game
from tests.support.transcribing import read

MARKERS = {each.kind for each in (*RULESET.vocabulary.kinds, *LIFE_KINDS) if each.marker}


def kinds(moments: Sequence[Moment]) -> list[list[str]]:
    """What is said in each of them."""
    return [[each.fact.kind for each in moment.occurrences] for moment in moments]


def of(record: Record) -> tuple[Moment, ...]:
    """Its moments, as whoever holds it has them."""
    return moments_of(RULESET, record.entries())


def facts_in(record: Record) -> list[str]:
    """Everything that the outcomes of a record say, in order."""
    bodies = [entry.body for entry in record.entries()]
    outcomes = [body.consequences for body in bodies if isinstance(body, OutcomeFollowed)]
    return [fact.kind for each in outcomes for one in each for fact in RULESET.facts(one.event)]


@pytest.mark.parametrize("record", [small_game(), long_game()], ids=["small", "long"])
def test_every_fact_stands_in_one_moment_in_its_order(record: Record) -> None:
    moments = of(record)

    assert [kind for each in kinds(moments) for kind in each] == [*facts_in(record), "game_closed"]
    assert [each.index for each in moments] == list(range(len(moments)))


def test_a_marker_of_what_the_table_did_stands_between_the_states_before_and_after() -> None:
    """Where the table says what it came to, what follows on the marker sees the state after it alone."""
    passed = "! bram:\n  then turn 2 of Bram ends\n  then turn 3: it is Cleo's\n"
    record = read(f"{TURN_OF_BRAM}{passed}  edit take 1 Influence from supply for ann\n")
    *_, ended, begun = moments_of(record.ruleset, record.entries())

    assert [kinds([each]) for each in (ended, begun)] == [[["turn_ends"]], [["turn_begins"]]]
    assert [each.field.players[0].influence for each in (ended.before, begun.before, begun.after)] == [3, 4, 4]


@pytest.mark.parametrize("record", [small_game(), long_game(), promising_game()], ids=["small", "long", "promising"])
def test_states_follow_each_other_from_the_opening_to_the_end(record: Record) -> None:
    moments = of(record)

    assert moments[0].before == RULESET.initial(record.opened.setup())
    assert all(one.after is other.before for one, other in pairwise(moments))
    assert moments[-1].after == fold_record(record).state


def test_a_marker_stands_alone_and_changes_nothing_but_that_a_unit_begins() -> None:
    beginnings = {each.begins for each in RULESET.vocabulary.units}
    for moment in of(long_game()):
        if any(each.fact.kind in MARKERS for each in moment.occurrences):
            assert len(moment.occurrences) == 1
            begins = moment.occurrences[0].fact.kind in beginnings
            assert begins or moment.before is moment.after


def test_a_marker_sees_the_table_before_what_is_tidied_up_behind_it() -> None:
    """The turn that ends is still the turn: the next one begins in the same commit."""
    moments = of(long_game())
    ends = [each for each in moments if kinds([each]) == [["turn_ends"]]]
    begins = [each for each in moments if kinds([each]) == [["turn_begins"]]]

    assert len(ends) > 2
    for moment in ends:
        assert moment.after.field.turn == moment.occurrences[0].fact.slots["turn"]
    for moment in begins[1:]:
        number = moment.occurrences[0].fact.slots["turn"]
        assert (moment.before.field.turn + 1, moment.after.field.turn) == (number, number)


@pytest.mark.parametrize("record", [small_game(), long_game()], ids=["small", "long"])
def test_the_step_that_ends_the_game_is_known_by_its_moments(record: Record) -> None:
    """All of them but the last, in which the game is over; none of an earlier step."""
    last = record.entries()[-1].step
    begins = next(entry.position for entry in record.entries() if entry.step == last)
    *before, closed = of(record)

    assert not closed.ending
    assert [each.ending for each in before] == [each.position >= begins for each in before]
    assert any(each.ending for each in before)


def test_a_change_of_which_nothing_is_said_is_a_moment() -> None:
    """Between two markers, so that each state is that of a moment."""
    silent = [each for each in of(long_game()) if not each.occurrences]

    assert silent
    assert all(each.before is not each.after for each in silent)


def test_a_moment_never_reaches_over_two_commits() -> None:
    record = long_game()
    step_at = {entry.position: entry.step for entry in record.entries()}

    for moment in of(record):
        assert len({step_at[each.position] for each in moment.occurrences}) <= 1
        assert moment.position == max((each.position for each in moment.occurrences), default=moment.position)


def test_facts_are_numbered_within_their_event() -> None:
    places = [(each.position, each.number) for moment in of(small_game()) for each in moment.occurrences]

    assert len(set(places)) == len(places)
    assert all(number == 0 or (position, number - 1) in places for position, number in places)


# The life of a promise --------------------------------------------------------------------------------------------


def test_each_step_in_the_life_of_a_promise_is_a_moment() -> None:
    bargain = Bargain()
    promise = bargain.bound()
    bargain.does("birch", "claim", promise=promise, path="c1", claims="breached")
    bargain.does("ash", "answer", promise=promise, claim=bargain.position, says="No.")
    bargain.does("table", "rule", promise=promise, path="c1", value="failed", blamed=["ash"], reason="Yes.")
    for seat in ("ash", "birch"):
        bargain.does(seat, "consent", promise=promise)

    moments = of(bargain.scribe.record)

    facts = [(each.fact.kind, each.fact.by, dict(each.fact.slots)) for one in moments for each in one.occurrences]
    assert facts == [
        ("promise_offered", "ash", {"promise": "p1", "letter": LETTER, "replaces": ""}),
        ("promise_signed", "ash", {"promise": "p1", "binds": 0}),
        ("promise_signed", "birch", {"promise": "p1", "binds": 1}),
        ("promise_made", "ash", {"promise": "p1", "to": "birch"}),
        ("promise_claimed", "birch", {"promise": "p1", "path": "c1", "claims": "breached"}),
        ("promise_answered", "ash", {"promise": "p1", "claim": 5}),
        ("promise_ruled", "table", {"promise": "p1", "path": "c1", "value": "failed", "blamed": "ash", "excused": ""}),
        ("promise_consented", "ash", {"promise": "p1", "releases": 0}),
        ("promise_consented", "birch", {"promise": "p1", "releases": 1}),
    ]
    assert [moment.position for moment in moments] == list(range(2, 10))


def test_an_amendment_that_binds_ends_what_it_replaces_in_the_same_moment() -> None:
    bargain = Bargain()
    old = bargain.bound()
    bargain.bound(BACK, replaces=old)

    last = of(bargain.scribe.record)[-1]

    assert kinds([last]) == [["promise_signed", "promise_withdrawn", "promise_made"]]
    assert last.occurrences[1].fact.slots == {"promise": old}
    assert last.occurrences[1].fact.sentence == "p2 takes the place of p1"


def test_refusals_of_an_offer_are_moments_too() -> None:
    bargain = Bargain()
    for by, kind in (("birch", "decline"), ("ash", "withdraw")):
        bargain.does(by, kind, promise=bargain.offered())

    said = kinds(of(bargain.scribe.record))

    assert said == [["promise_offered"], ["promise_declined"], ["promise_offered"], ["promise_withdrawn"]]


def test_the_end_of_the_game_is_a_marker_and_rulings_come_behind_it() -> None:
    said = kinds(of(promising_game()))
    end = said.index(["game_closed"])

    assert said[end + 1 :] == [["promise_ruled"], ["promise_ruled"]]


# Going on ---------------------------------------------------------------------------------------------------------


def steps_in(entries: Sequence[Entry]) -> list[int]:
    """The numbers of entries at which one can stop: after whole steps."""
    following = zip_longest(entries, entries[1:])
    return [one.position for one, other in following if other is None or one.step != other.step]


@pytest.mark.parametrize("record", [small_game(), promising_game()], ids=["small", "promising"])
def test_cutting_goes_on_wherever_a_step_ends(record: Record) -> None:
    entries = record.entries()
    whole = moments_of(RULESET, entries)

    for end in steps_in(entries):
        begun = segment(RULESET, Segmentation((), RULESET.initial(record.opened.setup())), entries[1:end])
        rest = segment(RULESET, begun, entries[end:])
        assert (*begun.moments, *rest.moments) == whole
        assert rest.count == len(whole)


@pytest.mark.parametrize("viewer", [Seat("ash"), PUBLIC])
def test_whoever_may_see_less_has_the_same_moments(viewer: Seat) -> None:
    """What is hidden stays so in them; the kinds of facts and their places are for everybody."""
    record = promising_game()
    stripped = redact_record(record, viewer)

    theirs = moments_of(RULESET, [event.entry for event in stripped.events])

    assert kinds(theirs) == kinds(of(record))
    assert [each.position for each in theirs] == [each.position for each in of(record)]


def test_what_is_no_game_is_not_cut() -> None:
    with pytest.raises(Misfit, match="a game begins with its opening"):
        moments_of(RULESET, small_game().entries()[1:])
