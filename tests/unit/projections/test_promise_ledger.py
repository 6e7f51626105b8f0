"""The ledger of promises: figures worked out by hand, and at every position the same as the audit of the record."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadLetter
from oathbook.domain.games.game_events import DraftEvent, PromiseOffered, PromiseSigned
from oathbook.domain.kernel import HOLDER, PUBLIC, Seat
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.logic.versions import BLAME, LIFE
from oathbook.domain.recording.format.record import Record, redact_record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.rulesets.heirless.model.decisions import Decision
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1
from oathbook.domain.rulesets.protocol import AnyRuleset, Options
from oathbook.projections import audit_cache
from oathbook.projections.projector import PROJECTIONS
from oathbook.projections.promise_ledger_rows import (
    GameLedger,
    Penalties,
    Totals,
    UnjudgedGame,
    game_ledger,
    player_word,
    unjudged_games,
)
from oathbook.projections.view_store import Views
from oathbook.replays.frames import Replay
from tests.golden.heirless_promises import SCRIPTS as HEIRLESS
from tests.golden.promises import SCRIPTS as KNIGHTS
from tests.support.checkout import GOLDEN
from tests.support.playing import CLOSE, half_shown, opened, ruleset_of, small_game
from tests.support.projecting import caught_up, projected, rows_in, stored, tables_in
from tests.support.promises.pledged import LETTERS, pledged_game
from tests.support.promises.promising import Bargain, broken_game, promising_game
from tests.support.sampling import some
from tests.support.storing import writer_on

RESERVE = "crossed-out Prestige"


def golden(name: str) -> Record:
    folder = "knights_duty/1" if name in {each.name for each in KNIGHTS} else "heirless/e1"
    return whole_record_from((GOLDEN / folder / f"{name}.jsonl").read_bytes(), ruleset_of, where=name)


def promised() -> list[Record]:
    return [golden(each.name) for each in (*HEIRLESS, *KNIGHTS)]


def ledger_of(record: Record, folder: Path) -> GameLedger:
    with projected(stored(folder / "db", record), folder / "views") as (projector, views):
        projector.catch_up()
        return game_ledger(views, record.game)


# By hand ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "status", "position", "step", "pays"),
    [
        ("promise-kept", "kept", 8, 6, {}),
        ("promise-broken-by-an-act", "broken", 6, 5, {"ash": 20}),
        ("promise-broken-by-doing-nothing", "broken", 10, 7, {"birch": 20}),
        ("promise-together-broken-by-one", "broken", 9, 7, {"birch": 20}),
        ("promise-made-good", "kept", 14, 9, {}),
        ("promise-not-made-good", "broken", 16, 10, {"ash": 20}),
        ("promise-released", "released", 6, 6, {}),
        ("promise-void", "void", 12, 8, {}),
        ("promise-open-at-the-end", "void", 11, 7, {}),
        ("promise-in-plain-words", "broken", 11, 9, {"ash": 20}),
    ],
)
def test_golden_promises_stand_in_the_ledger_as_their_pages_say(
    tmp_path: Path, name: str, status: str, position: int, step: int, pays: dict[str, int]
) -> None:
    """What each comes to, and where, is worked out in the page beside its record."""
    record = golden(name)

    found = ledger_of(record, tmp_path)

    assert found.position == len(record.events)
    (entry,) = found.promises
    assert entry.status == status
    assert {(each.status, each.position, each.step) for each in entry.pledges} == {(status, position, step)}
    assert {each.seat: each.penalty for each in entry.pledges if each.blamed} == pays
    assert {each.reserve for each in entry.pledges if each.penalty} == ({RESERVE} if pays else set())


def test_an_offer_that_not_all_have_signed_binds_nobody(tmp_path: Path) -> None:
    (entry,) = ledger_of(golden("promise-never-signed"), tmp_path).promises

    assert (entry.stands, entry.status, entry.bound_at, entry.pledges) == ("offered", "pending", None, ())


def test_what_each_promises_by_themselves_has_a_pledge_for_each(tmp_path: Path) -> None:
    """Of a game that runs: both have idled and paid for it, and what is open leans to one side or the other."""
    found = ledger_of(pledged_game(decisions=60), tmp_path)

    entries = {each.letter: each for each in found.promises}
    pledges = {letter: [(each.seat, each.status, each.lean) for each in entries[letter].pledges] for letter in LETTERS}
    assert pledges[LETTERS[1]] == [("ash", "pending", "+")]
    assert pledges[LETTERS[2]] == [("birch", "broken", None), ("cedar", "broken", None)]
    assert pledges[LETTERS[6]] == [("fir", "pending", "?")]


def test_a_player_is_counted_over_all_games(tmp_path: Path) -> None:
    """Second player (birch) in the golden games: 20 for nothing done, for the pool, twice for acts with ash."""
    db = stored(tmp_path / "db", *promised())

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = player_word(views, "Second player")

    assert found.totals == Totals(
        made=6,
        kept=0,
        vacuous=0,
        broken=4,
        broken_not_blamed=0,
        released=1,
        void=1,
        pending=0,
        undetermined=0,
        left_to_judge=0,
        penalties=(Penalties(RESERVE, 80, 0),),
    )
    assert found.upto == sum(len(record.events) for record in promised())


def test_whoever_is_not_to_blame_for_what_is_broken_is_counted_so(tmp_path: Path) -> None:
    """First player (ash) was in two promises that birch alone broke."""
    db = stored(tmp_path / "db", *promised())

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        totals = player_word(views, "First player").totals

    assert (totals.made, totals.kept, totals.broken, totals.broken_not_blamed) == (11, 3, 4, 2)
    assert (totals.released, totals.void, totals.pending, totals.undetermined) == (1, 1, 0, 0)
    assert totals.penalties == (Penalties(RESERVE, 80, 0),)


def test_a_name_that_nobody_had_has_promised_nothing(tmp_path: Path) -> None:
    with projected(stored(tmp_path / "db", golden("promise-kept")), tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = player_word(views, "Nobody")

    assert found.promises == ()
    assert set(msgspec.structs.astuple(found.totals)) == {0, ()}


@pytest.mark.parametrize("limit", some([2, 1, 3, 500], 1))
def test_a_players_promises_come_in_pages_newest_game_first(tmp_path: Path, limit: int) -> None:
    with projected(stored(tmp_path / "db", *promised(), pledged_game()), tmp_path / "views") as (projector, views):
        projector.catch_up()
        every = player_word(views, "First player").promises
        page = player_word(views, "First player", limit=limit)
        found = [*page.promises]
        while page.next is not None:
            number, place, seat = page.next.split("-", 2)
            page = player_word(views, "First player", after=(int(number), int(place), seat), limit=limit)
            found += page.promises

    assert found == [*every]
    games = list(dict.fromkeys(each.game for each in every))
    assert games == [record.game for record in (*promised(), pledged_game()) if record.game in games][::-1]


def test_a_players_promises_of_one_game_are_counted_by_themselves(tmp_path: Path) -> None:
    with projected(stored(tmp_path / "db", *promised()), tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = player_word(views, "First player", game=golden("promise-kept").game)

    assert (found.totals.made, found.totals.kept, len(found.promises)) == (1, 1, 1)


# As the audit says ------------------------------------------------------------------------------------------------


def told(record: Record, upto: int, viewer: str = PUBLIC) -> list[Any]:
    """What the audit says of a record up to a position."""
    replay = Replay(record, Seat(viewer))
    found = audit(record.ruleset, replay.entries[:upto])
    return [
        (each.promise, each.status, seat, part.status, part.lean, part.proof.position, seat in part.blame.blamed)
        for each in found.promises
        for part in each.parts
        for seat in part.agreement.obligors
    ]


def in_ledger(views: Views, game: str) -> list[Any]:
    return [
        (each.promise, each.status, one.seat, one.status, one.lean, one.position, one.blamed)
        for each in game_ledger(views, game).promises
        for one in each.pledges
    ]


@pytest.mark.parametrize("steps", [pytest.param(23, marks=pytest.mark.gate), pytest.param(1, marks=pytest.mark.slow)])
def test_at_every_position_the_ledger_is_what_the_audit_says(tmp_path: Path, steps: int) -> None:
    """Though promises that are settled are not gone through again."""
    record = pledged_game()
    db = stored(tmp_path / "db")

    with projected(db, tmp_path / "views") as (projector, views):
        for first in range(0, len(record.events), steps):
            part = record.events[first : first + steps]
            stored(db, replace(record, events=part))
            projector.catch_up()

            position = part[-1].entry.position
            assert in_ledger(views, record.game) == told(record, position)

        assert game_ledger(views, record.game).position == len(record.events)


@pytest.mark.parametrize("page", [40, *(pytest.param(each, marks=pytest.mark.gate) for each in (1, 3))])
def test_a_rebuild_equals_the_catching_up_whatever_the_pages(tmp_path: Path, page: int) -> None:
    """Of games that were played at the same time, with rulings, revisions, amendments and ends among them."""
    turns = random.Random("ledger")  # noqa: S311  # it mixes a test's games
    records = (*promised(), promising_game(), broken_game(), pledged_game(decisions=12))
    db, views = stored(tmp_path / "db", *records, shuffled=turns), tmp_path / "views"

    before = caught_up(db, views, page=page)
    with projected(db, views) as (projector, _):
        projector.rebuild("promise_ledger")

    assert tables_in(views) == before
    assert caught_up(db, tmp_path / "fresh") == before
    assert len(before["pledges"]) > len(records)


def test_a_rebuild_equals_the_catching_up_though_a_record_was_filled_between(tmp_path: Path) -> None:
    """What a fuller copy opens is for those who look at the game; the ledger says what it said."""
    whole, db, views = broken_game(), tmp_path / "db", tmp_path / "views"
    with writer_on(db) as writer:
        writer.add([redact_record(whole, PUBLIC)])
        before = caught_up(db, views)
        assert writer.add([whole]) == (True,)
        assert writer.archive.record(whole.game) != redact_record(whole, PUBLIC)
    with projected(db, views) as (projector, _):
        projector.rebuild(*(each.name for each in PROJECTIONS))

    assert tables_in(views) == before
    assert len(before["pledges"]) > 0


@pytest.mark.gate
def test_a_projector_that_forgets_what_is_settled_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = stored(tmp_path / "db", *promised(), shuffled=random.Random("forgetful"))  # noqa: S311  # it mixes a test's games
    before = caught_up(db, tmp_path / "views", page=2)
    monkeypatch.setattr(audit_cache, "MOST_GAMES", 1)

    assert caught_up(db, tmp_path / "again", page=2) == before


# What everybody may see -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("record", [broken_game, half_shown, pledged_game], ids=["duel", "plans", "seasons"])
def test_of_a_running_game_the_ledger_knows_what_the_public_export_has(
    tmp_path: Path, record: Callable[[], Record]
) -> None:
    whole = record()
    export = Replay(whole, PUBLIC).record

    assert rows_of(export, tmp_path / "export") == rows_of(whole, tmp_path / "whole")


def rows_of(record: Record, folder: Path) -> list[Any]:
    folder.mkdir()
    caught_up(stored(folder / "db", record), folder / "views")
    found = rows_in(folder / "views")
    return [found["promises"], found["pledges"], found["ledgers"]]


def test_of_a_game_whose_secrets_are_out_the_ledger_is_the_holders(tmp_path: Path) -> None:
    record = promising_game()
    with projected(stored(tmp_path / "db", record), tmp_path / "views") as (projector, views):
        projector.catch_up()

        assert in_ledger(views, record.game) == told(record, len(record.events), HOLDER)


# What goes wrong --------------------------------------------------------------------------------------------------


def unreadable() -> Record:
    """A record from elsewhere: p1 is in no language of ours and said to bind ash and birch, p2 is well kept."""
    scribe = opened(CLOSE, "unreadable")
    seats = (Seat("ash"), Seat("birch"))
    offer = PromiseOffered("p1", "Versprochen!", "de/1", LIFE, BLAME, seats, seats, seats, (), None)
    scribe.write([DraftEvent("ash", offer)])
    scribe.write([DraftEvent("ash", PromiseSigned("p1", binds=False))])
    scribe.write([DraftEvent("birch", PromiseSigned("p1", binds=True))])
    Bargain(scribe).bound('ash promises birch in plain words "be kind".')
    return scribe.record


def test_a_letter_that_nobody_can_read_is_undetermined_and_keeps_no_other_from_being_judged(tmp_path: Path) -> None:
    with pytest.raises(BadLetter):
        audit(unreadable().ruleset, unreadable().entries())

    one, other = ledger_of(unreadable(), tmp_path).promises

    assert [(each.seat, each.status, each.position) for each in one.pledges] == [
        ("ash", "undetermined", None),
        ("birch", "undetermined", None),
    ]
    assert [(each.seat, each.status, each.lean) for each in other.pledges] == [("ash", "pending", "?")]


def no_options(state: State, seat: Seat) -> Options[Decision]:
    """A fault in a ruleset: it cannot say what else could have been decided."""
    raise KeyError(seat, state.field.season)


BROKEN: Final = golden("promise-broken-by-an-act")


def found_by(*, is_faulty: bool) -> Callable[[str], AnyRuleset]:
    """Finds rulesets, and in Heirless the fault."""
    faulty = replace(HEIRLESS_1, options=no_options)
    return lambda edition: faulty if is_faulty and edition == faulty.edition.key else ruleset_of(edition)


@pytest.mark.parametrize("page", [1, 4, 500])
def test_an_audit_that_goes_wrong_takes_the_ledger_of_no_other_game(tmp_path: Path, page: int) -> None:
    """The one game says that its promises could not be judged, however the log is cut into pages."""
    kept = golden("promise-kept")
    db = stored(tmp_path / "db", small_game(), BROKEN, kept)

    with projected(db, tmp_path / "views", page=page, ruleset_of=found_by(is_faulty=True)) as (projector, views):
        projector.catch_up()
        states = {each.status for each in projector.states()}
        broken, other = game_ledger(views, BROKEN.game), game_ledger(views, kept.game)
        word = player_word(views, broken.promises[0].pledges[0].player, game=BROKEN.game)
        with views.snapshot() as connection:
            unjudged = unjudged_games(connection)

    assert states == {"ready"}
    assert unjudged == (UnjudgedGame(BROKEN.game, len(BROKEN.events), "KeyError: ('ash', 1)"),)
    assert (broken.fault, broken.position) == ("KeyError: ('ash', 1)", len(BROKEN.events))
    assert [(each.stands, each.status) for each in broken.promises] == [("binding", "undetermined")]
    assert [(each.status, each.penalty) for each in broken.promises[0].pledges] == [("undetermined", 0)]
    assert [each.fault for each in word.promises] == ["KeyError: ('ash', 1)"]
    assert (other.fault, [each.status for each in other.promises]) == ("", ["kept"])


def test_a_rebuild_judges_what_could_not_be_judged_once_that_is_mended(tmp_path: Path) -> None:
    """The control: it is the planted fault, and nothing else, that kept the game from being judged."""
    db, views_file = stored(tmp_path / "db", BROKEN), tmp_path / "views"
    with projected(db, views_file, ruleset_of=found_by(is_faulty=True)) as (projector, _):
        projector.catch_up()

    with projected(db, views_file, ruleset_of=found_by(is_faulty=False)) as (projector, views):
        projector.catch_up()
        before = game_ledger(views, BROKEN.game)
        projector.rebuild("promise_ledger")
        after = game_ledger(views, BROKEN.game)
        with views.snapshot() as connection:
            assert unjudged_games(connection) == ()

    assert before.fault
    assert (after.fault, after.position) == ("", len(BROKEN.events))
    assert [(each.status, each.penalty) for each in after.promises[0].pledges] == [("broken", 20)]


def test_a_lack_of_memory_is_no_games_fault(tmp_path: Path) -> None:
    def no_memory(state: State, seat: Seat) -> Options[Decision]:
        raise MemoryError(seat, state.field.season)

    starved = replace(HEIRLESS_1, options=no_memory)

    with (
        projected(stored(tmp_path / "db", BROKEN), tmp_path / "views", ruleset_of=lambda _: starved) as (projector, _),
        pytest.raises(MemoryError),
    ):
        projector.catch_up()
