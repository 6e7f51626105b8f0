"""Malformed requests to mend a sheet: each is refused with the fault it has, and nothing is stored."""

from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from oathbook.api.schemas.mends import MOST_LINES
from oathbook.domain.kernel.limits import EVENTS_PER_GAME, SCRIBE_TAKEBACK_DECISIONS
from tests.service.door import Call, opened
from tests.service.hostile import nasty_bodies as bodies
from tests.service.hostile.nasty_bodies import AWAY, INVALID, Odd
from tests.service.hostile.test_named_nasties import Place, bodies_at, deciding, mistakes, written
from tests.service.scribe.writing_down import BATTLE, golden, to_open
from tests.support.playing import Json, sources
from tests.support.serving import HOST

NOT_FOLLOWED: Final = (422, "line-refused")
MENDED: Final[Json] = {"lines": [["laura: attack 1,0 with A"]]}

MENDS: Final[tuple[Odd, ...]] = (
    ("no lines", {"lines": AWAY}, INVALID, "body.lines: Field required"),
    ("an empty list of lines", {"lines": []}, INVALID, "body.lines"),
    ("a step without lines", {"lines": [[]]}, INVALID, "body.lines.0"),
    ("a step that is a text", {"lines": ["laura: dance"]}, INVALID, "body.lines.0"),
    ("a line that is a number", {"lines": [[1]]}, INVALID, "body.lines.0.0"),
    ("one step too many", {"lines": [["x: y"]] * (SCRIBE_TAKEBACK_DECISIONS + 1)}, INVALID, "body.lines"),
    ("one line too many", {"lines": [["x: y"] * (MOST_LINES + 1)]}, INVALID, "body.lines: All steps together"),
    ("a line of 4,001 letters", {"lines": [["q" * 4_001]]}, INVALID, "body.lines.0.0"),
    ("two lines in one", {"lines": [["laura: dance\nalex: forgo"]]}, INVALID, "body.lines.0.0: A line is on one line"),
    ("an empty line", {"lines": [[""]]}, NOT_FOLLOWED, "a step begins with its seat"),
    ("a line of blanks", {"lines": [[" " * 4_000]]}, NOT_FOLLOWED, "a step begins with its seat"),
    ("a line of nobody's", {"lines": [["nobody: forgo"]]}, NOT_FOLLOWED, "“nobody” cannot stand here"),
    ("3,000 brackets", {"lines": [["laura: " + "[" * 3_000]]}, NOT_FOLLOWED, "nested deeper than 16"),
    ("a draw nobody asks for", {"lines": [["laura: attack 1,0 with A", "draw green"]]}, NOT_FOLLOWED, "drawn"),
    ("something else below", {"lines": [["laura: attack 1,0 with A", "drop it"]]}, NOT_FOLLOWED, "below the line"),
    ("position 0", {"from": 0}, INVALID, "body.from"),
    ("a position in quotes", {"from": "2"}, INVALID, "body.from"),
    ("a position that is true", {"from": True}, INVALID, "body.from"),
    ("a position beyond all games", {"from": EVENTS_PER_GAME + 1}, INVALID, "body.from"),
    ("a position to come", {"from": EVENTS_PER_GAME}, (404, "not-found"), "nothing was decided at position"),
    ("the opening", {"from": 1}, (404, "not-found"), "nothing was decided at position 1"),
    ("a reason that is too long", {"why": "q" * 201}, INVALID, "body.why"),
    ("a reason that turns round", {"why": "one\u202etwo"}, INVALID, "body.why"),
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Generator[Place]:
    """A battle that a scribe begins to write down."""
    db: Path = tmp_path_factory.mktemp("nasties") / "games.db"
    with opened(db, sources("nasties")) as door:
        game = door.send(Call("POST", "/v1/games", written(to_open(golden(BATTLE))))).json["game"]
        yield Place(db, door, game, game)


def test_nothing_is_written_on_a_sheet_by_a_bad_body(place: Place) -> None:
    sent = [*bodies.no_json(written(MENDED)), *bodies.changed(MENDED, MENDS)]

    wrong = list(mistakes(place, bodies_at(f"/v1/games/{place.running}/mend", sent, deciding(HOST))))

    assert wrong == [], "\n".join(wrong)


def test_a_good_body_is_written_down(place: Place) -> None:
    """The control."""
    written_down = place.door.send(Call("POST", f"/v1/games/{place.running}/mend", written(MENDED), deciding(HOST)))

    assert written_down.status == 201
