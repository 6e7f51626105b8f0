"""An event that a projection cannot take in stops that projection there, and no other."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import UnknownEdition
from oathbook.domain.games.game_events import DrawMade, Entry
from oathbook.domain.kernel import Roster, Seat
from oathbook.domain.rulesets.knights_duty.model.events import Event, TokenRevealed
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.vocabulary import Fact
from oathbook.projections.definitions import PerDispute, PerEvent, Projection, ViewRow, ViewTable
from oathbook.projections.progress import ProjectionState as Where
from oathbook.projections.projector import PROJECTIONS
from tests.support.playing import CLOSE, opened, small_game, whole_game
from tests.support.projecting import caught_up, positions_in, projected, rows_in, stored, tables_in
from tests.support.storing import changed

NAMES: Final = tuple(projection.name for projection in PROJECTIONS)
OF_GAMES: Final = tuple(projection.name for projection in PROJECTIONS if not isinstance(projection, PerDispute))
"""Those that read the streams of games; the others pass these by."""

PAGES: Final = (1, 4, 500)
WORDY: Final = ("timeline",)
"""Those that say in words what happened at each event; the catalogue does so after the last of a page."""
FIRST, GAME, LATER = opened(CLOSE, "first").record, small_game(), whole_game(CLOSE, "later")


def _speechless_at_tokens(event: Event) -> tuple[Fact, ...]:
    if isinstance(event, TokenRevealed):
        raise KeyError(event)
    return KNIGHTS_DUTY.facts(event)


def _lost_in_combat(state: State) -> tuple[Seat, ...]:
    if state.field.combat is not None:
        raise ValueError(state.field.stage)
    return KNIGHTS_DUTY.to_act(state)


SPEECHLESS_AT_TOKENS: Final[AnyRuleset] = replace(KNIGHTS_DUTY, facts=_speechless_at_tokens)
"""A fault in a ruleset: it has no words for what a token shows."""

LOST_IN_COMBAT: Final[AnyRuleset] = replace(KNIGHTS_DUTY, to_act=_lost_in_combat)
"""A fault in a ruleset: it does not know whose turn it is during a combat."""


def only(ruleset: AnyRuleset) -> Callable[[str], AnyRuleset]:
    return {ruleset.edition.key: ruleset}.__getitem__


def position_of(*kinds: str) -> int:
    """Where one of these first follows in the game, found in the bare lines."""
    for event in GAME.events:
        data = json.loads(event.line)["data"]
        if any(each["event"]["kind"] in kinds for each in data.get("consequences", ())):
            return event.entry.position
    raise LookupError(kinds)


def number_of(position: int) -> int:
    """The number of that event in the log, behind the one event of another game."""
    return len(FIRST.events) + position


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A game that has just been opened, the game with the poisoned event, and one that came later."""
    return stored(tmp_path / "db", FIRST, GAME, LATER)


def states(db: Path, views: Path, ruleset: AnyRuleset, page: int = 500) -> dict[str, Where]:
    with projected(db, views, page=page, ruleset_of=only(ruleset)) as (projector, _):
        projector.catch_up()
        return {state.name: state for state in projector.states()}


@pytest.mark.sqlite("a share that is parked stops no other there: test_views_schema.py")
@pytest.mark.parametrize("page", PAGES)
def test_an_event_without_words_parks_what_needs_them_and_no_other(db: Path, tmp_path: Path, page: int) -> None:
    """However the log is cut into pages, everything before that event is in, and nothing from it on."""
    poisoned = position_of("token_revealed")
    wordy = ("games", *WORDY) if page == 1 else WORDY

    found = states(db, tmp_path / "views", SPEECHLESS_AT_TOKENS, page)

    others = {*NAMES} - {"games", *WORDY}
    assert {name: found[name].status for name in others} == dict.fromkeys(others, "ready")
    for name in wordy:
        assert found[name].position == number_of(poisoned) - 1
        parked = found[name].parked
        assert parked is not None
        assert (parked.number, parked.game, parked.position) == (number_of(poisoned), GAME.game, poisoned)
        assert parked.says.startswith("KeyError: TokenRevealed")
    rows = rows_in(tmp_path / "views")
    assert [row[:2] for row in rows["timeline"]] == sorted(
        [(FIRST.game, 1), *((GAME.game, position) for position in range(1, poisoned))], key=repr
    )


@pytest.mark.parametrize("page", [1, 4])
def test_a_state_that_cannot_be_told_parks_where_it_began(db: Path, tmp_path: Path, page: int) -> None:
    """A projection of games fails where its rows are due after such an event, at the first of them on the page."""
    poisoned = position_of("combat_began")

    found = states(db, tmp_path / "views", LOST_IN_COMBAT, page)

    parked = found["games"].parked
    assert parked is not None
    assert (parked.position, parked.says) == (poisoned, "ValueError: inspiration")
    assert found["forks"].status == "ready"
    (row,) = (row for row in rows_in(tmp_path / "views")["games"] if row[0] == GAME.game)
    assert row[7] == poisoned - 1


def test_a_state_that_is_over_by_the_end_of_a_page_parks_nothing(db: Path, tmp_path: Path) -> None:
    """No row of a projection of games was ever due in it."""
    found = states(db, tmp_path / "views", LOST_IN_COMBAT)

    assert {state.status for state in found.values()} == {"ready"}


DAMAGES: Final = {
    "other": "UPDATE stored_events SET state = CAST(replace(state, '\"n\":7', '\"n\":8') AS BLOB) WHERE rowid = ?",
    "unreadable": "UPDATE stored_events SET state = x'ff' || substr(state, 2) WHERE rowid = ?",
    "missing": "DELETE FROM stored_events WHERE rowid = ?",
}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_is_passed_by_from_there_and_all_other_games_are_in(
    db: Path, tmp_path: Path, damage: str, page: int
) -> None:
    caught_up(db, tmp_path / "whole")
    changed(db, DAMAGES[damage], number_of(7))

    found = states(db, tmp_path / "views", KNIGHTS_DUTY, page)

    assert {name: (state.status, state.position) for name, state in found.items()} == {
        name: ("ready", state.of) for name, state in found.items()
    }
    rows, whole = rows_in(tmp_path / "views"), rows_in(tmp_path / "whole")
    for table in ("games", "timeline"):
        assert [each for each in rows[table] if each[0] != GAME.game] == [
            each for each in whole[table] if each[0] != GAME.game
        ]
    assert {each[1] for each in rows["timeline"] if each[0] == GAME.game} >= {*range(1, 7)}
    assert not [each for each in rows["games"] if each[0] == GAME.game and each[7] > 6]


EARLIER: Final = {
    "another time": (
        'UPDATE stored_events SET state = CAST(replace(state, \'"at":"2\', \'"at":"1\') AS BLOB) WHERE rowid = ?'
    ),
    "no leaf": "DELETE FROM leaves WHERE number = ? - 1",
}


@pytest.mark.parametrize("damage", EARLIER)
def test_rows_that_cannot_be_made_of_a_damaged_record_park_nothing(tmp_path: Path, damage: str) -> None:
    """With a record that is whole they do: see above."""
    db = stored(tmp_path / "db", FIRST, GAME)
    changed(db, EARLIER[damage], number_of(2))

    found = states(db, tmp_path / "views", LOST_IN_COMBAT, page=1)

    assert {state.status for state in found.values()} == {"ready"}


def test_games_of_an_edition_that_is_not_installed_any_more_are_passed_by(db: Path, tmp_path: Path) -> None:
    """Its package was removed: the games of others go on."""

    def none_of(edition: str) -> AnyRuleset:
        raise UnknownEdition(edition)

    with projected(db, tmp_path / "views", ruleset_of=none_of) as (projector, _):
        projector.catch_up()
        found = projector.states()

    assert {state.status for state in found} == {"ready"}
    assert all(state.position == state.of for state in found)


def test_a_parked_projection_stays_parked_after_a_restart(db: Path, tmp_path: Path) -> None:
    """Also once the fault is mended: nobody has looked at it yet."""
    before = states(db, tmp_path / "views", SPEECHLESS_AT_TOKENS)

    after = states(db, tmp_path / "views", KNIGHTS_DUTY)

    assert after == before


def test_others_go_on_while_one_is_parked(db: Path, tmp_path: Path) -> None:
    states(db, tmp_path / "views", SPEECHLESS_AT_TOKENS)
    new = opened(CLOSE, "new").record
    stored(db, new)

    found = states(db, tmp_path / "views", SPEECHLESS_AT_TOKENS)

    newest = sum(len(record.events) for record in (FIRST, GAME, LATER, new))
    assert {name: found[name].position == newest for name in NAMES} == {name: name not in WORDY for name in NAMES}
    assert all(state.of == newest for state in found.values())


def test_a_rebuild_clears_what_is_mended(db: Path, tmp_path: Path) -> None:
    states(db, tmp_path / "views", SPEECHLESS_AT_TOKENS)

    with projected(db, tmp_path / "views") as (projector, _):
        for name in WORDY:
            projector.rebuild(name)

    assert tables_in(tmp_path / "views") == caught_up(db, tmp_path / "fresh")


def test_a_rebuild_parks_again_at_what_is_not_mended(db: Path, tmp_path: Path) -> None:
    before = states(db, tmp_path / "views", SPEECHLESS_AT_TOKENS)
    with projected(db, tmp_path / "views", ruleset_of=only(SPEECHLESS_AT_TOKENS)) as (projector, _):
        projector.rebuild("timeline")

    after = states(db, tmp_path / "views", SPEECHLESS_AT_TOKENS)

    assert after == before


def test_a_changed_projection_is_not_parked_any_more(db: Path, tmp_path: Path) -> None:
    states(db, tmp_path / "views", SPEECHLESS_AT_TOKENS)
    mended = tuple(replace(each, version=each.version + (each.name in WORDY)) for each in PROJECTIONS)

    caught_up(db, tmp_path / "views", mended)

    assert rows_in(tmp_path / "views") == rows_in_a_fresh_one(db, tmp_path)


def rows_in_a_fresh_one(db: Path, folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    caught_up(db, folder / "fresh")
    return rows_in(folder / "fresh")


UNSTORABLE: Final[dict[str, tuple[Any, ...]]] = {
    "a key that is there": ("", 1),
    "no value": ("", None),
    "a list": ("", []),
    "too large a number": ("", 2**63),
    "half a character": ("\ud800", 0),
}


@pytest.mark.sqlite("a share that is parked stops no other there: test_views_schema.py")
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("what", UNSTORABLE)
def test_rows_that_cannot_be_stored_park_at_their_event(db: Path, tmp_path: Path, what: str, page: int) -> None:
    """The database refuses a page as a whole; which of its events is to blame is found out."""

    def rows_of(ruleset: AnyRuleset, game: str, entry: Entry, _: int, __: Roster) -> tuple[ViewRow, ...]:
        del ruleset
        wrong = (game, entry.position) == (GAME.game, 9)
        return (
            ViewRow("odd", UNSTORABLE[what] if wrong else (game, entry.position)),
            *wrong * (ViewRow("odd", ("", 1)),),
        )

    sql = "CREATE TABLE odd (game TEXT, position INTEGER NOT NULL, PRIMARY KEY (game, position))"
    odd: tuple[Projection, ...] = (PerEvent("odd", 1, (ViewTable("odd", sql),), rows_of),)

    with projected(db, tmp_path / "views", odd, page=page) as (projector, _):
        projector.catch_up()
        (state,) = projector.states()

    assert state.parked is not None
    assert (state.parked.game, state.parked.position) == (GAME.game, 9)
    assert state.position == number_of(9) - 1
    assert len(rows_in(tmp_path / "views")["odd"]) == number_of(9) - 1


def test_a_projection_may_make_nothing_of_an_event(db: Path, tmp_path: Path) -> None:
    def rows_of(ruleset: AnyRuleset, game: str, entry: Entry, _: int, __: Roster) -> tuple[ViewRow, ...]:
        del ruleset
        return (ViewRow("draws", (game, entry.position)),) if isinstance(entry.body, DrawMade) else ()

    draws = PerEvent("draws", 1, (ViewTable("draws", "CREATE TABLE draws (game TEXT, position INTEGER)"),), rows_of)

    caught_up(db, tmp_path / "views", (draws,))

    expected = {
        (record.game, event.entry.position)
        for record in (GAME, LATER)
        for event in record.events
        if isinstance(event.entry.body, DrawMade)
    }
    assert set(rows_in(tmp_path / "views")["draws"]) == expected
    assert positions_in(tmp_path / "views") == {"draws": len(FIRST.events) + len(GAME.events) + len(LATER.events)}
