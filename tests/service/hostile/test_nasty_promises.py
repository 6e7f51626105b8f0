"""Bodies that somebody might send about promises by mistake or on purpose: each is refused by name, none is stored."""

from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.kernel.limits import POSITIONS_PER_CLAIM, SEATS, WORDS
from tests.service.door import Call, opened
from tests.service.hostile import nasty_bodies as bodies
from tests.service.hostile.nasty_bodies import BAD, INVALID, LONG, Due
from tests.service.hostile.test_named_nasties import Place, bodies_at, deciding, mistakes, written
from tests.support.playing import Json, sources
from tests.support.promises.promising import LETTER
from tests.support.serving import HOST, to_open

Nasties = tuple[tuple[str, Json, Due, str], ...]
LETTER_DUE: Final = (422, "bad-letter")

OFFERS: Final[Nasties] = (
    ("a letter that is a number", {"letter": 7}, INVALID, "body.letter"),
    ("an empty letter", {"letter": ""}, INVALID, "body.letter"),
    ("a letter of 4,097 letters", {"letter": "q" * 4_097}, INVALID, "body.letter"),
    ("a letter of blanks", {"letter": " " * 4_000}, LETTER_DUE, "line 1"),
    ("a letter of 4,096 umlauts", {"letter": "ä" * 4_096}, LETTER_DUE, "longer than 4,096 bytes"),
    ("a letter with a NUL", {"letter": "ash\0"}, LETTER_DUE, "U+0000"),
    ("a letter that turns round", {"letter": "ash \u202e"}, LETTER_DUE, "U+202E"),
    ("2,000 brackets", {"letter": f"ash promises if {'(' * 2_000}"}, LETTER_DUE, "not finished"),
    ("one long word", {"letter": LONG[:4_000]}, LETTER_DUE, "there is no player"),
    ("a promise that is none", {"replaces": "p0"}, INVALID, "body.replaces"),
    ("a promise that is there not", {"replaces": "p999999"}, (404, "not-found"), "p999999"),
    ("a promise of a line more", {"replaces": "p1\n"}, INVALID, "body.replaces"),
)

CLAIMS: Final[Nasties] = (
    ("a path that is a number", {"path": 1}, INVALID, "body.path"),
    ("an empty path", {"path": ""}, INVALID, "body.path"),
    ("a path of 101 letters", {"path": "q" * 101}, INVALID, "body.path"),
    ("a path that is none", {"path": "c1.\u202e"}, (404, "not-found"), "it has c1"),
    ("something else", {"claims": "forgotten"}, INVALID, "body.claims"),
    ("a position that is a text", {"about": ["one"]}, INVALID, "body.about.0"),
    ("a position in quotes", {"about": ["2"]}, INVALID, "body.about.0"),
    ("a position that is true", {"about": [True]}, INVALID, "body.about.0"),
    ("position 0", {"about": [0]}, INVALID, "body.about.0"),
    ("position 2^53 - 1", {"about": [2**53 - 1]}, INVALID, "body.about.0"),
    ("a position to come", {"about": [99_999]}, (404, "not-found"), "position 99999"),
    ("positions that go back", {"about": [2, 1]}, BAD, "about"),
    ("too many positions", {"about": [1] * (POSITIONS_PER_CLAIM + 1)}, INVALID, "body.about"),
    ("too many words", {"says": "q" * (WORDS + 1)}, INVALID, "body.says"),
    ("a bell", {"says": "\a"}, INVALID, "body.says: Words have no control characters"),
    ("words that turn round", {"says": "\u2066"}, INVALID, "body.says"),
)

RULINGS: Final[Nasties] = (
    ("something else", {"value": "broken"}, INVALID, "body.value"),
    ("no reason", {"reason": None}, INVALID, "body.reason"),
    ("too long a reason", {"reason": "q" * (WORDS + 1)}, INVALID, "body.reason"),
    ("a reason that turns round", {"reason": "one\u202etwo"}, INVALID, "body.reason"),
    ("too many to blame", {"blamed": ["ash"] * (SEATS + 1)}, INVALID, "body.blamed"),
    ("a seat of 33 letters", {"blamed": ["q" * 33]}, INVALID, "body.blamed.0"),
    ("somebody else to blame", {"blamed": ["birch"]}, (409, "promise-refused"), "blamed"),
    ("nobody called so", {"excused": ["\u202e"]}, (409, "promise-refused"), "excused"),
)

BODIES: Final[dict[str, tuple[str, Json, Nasties]]] = {
    "": ("ash", {"letter": LETTER}, OFFERS),
    "/p1/claims": ("birch", {"path": "c1", "claims": "breached"}, CLAIMS),
    "/p1/answers": ("ash", {"claim": 5, "says": "No."}, (("claim 0", {"claim": 0}, INVALID, "body.claim"),)),
    "/p1/rulings": (HOST, {"path": "c1", "value": "failed", "reason": "So it was."}, RULINGS),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Generator[Place]:
    """A game with a promise that binds, and a claim about it."""
    db: Path = tmp_path_factory.mktemp("nasties") / "games.db"
    with opened(db, sources("nasties")) as door:
        game = door.send(Call("POST", "/v1/games", written(to_open()))).json["game"]
        claim = {"path": "c1", "claims": "breached"}
        for seat, way, body in (
            ("ash", "", {"letter": LETTER}),
            ("ash", "/p1/signatures", {}),
            ("birch", "/p1/signatures", {}),
            ("birch", "/p1/claims", claim),
        ):
            call = Call("POST", f"/v1/games/{game}/promises{way}", written(body), deciding(seat))
            assert door.send(call).status == 201
        yield Place(db, door, game, game)


@pytest.mark.parametrize("way", BODIES)
def test_nothing_is_done_with_a_promise_by_a_bad_body(way: str, place: Place) -> None:
    seat, valid, nasties = BODIES[way]
    path = f"/v1/games/{place.running}/promises{way}"
    sent = [*bodies.no_json(written(valid)), *bodies.changed(valid, nasties)]

    wrong = list(mistakes(place, bodies_at(path, sent, deciding(seat))))

    assert wrong == [], "\n".join(wrong)


def test_an_empty_object_has_nothing_in_it(place: Place) -> None:
    nasties = [
        bodies.Nasty("a field", b'{"letter":"x"}', INVALID, "body.letter"),
        bodies.Nasty("nothing", b"", BAD, "body"),
        bodies.Nasty("a list", b"[]", INVALID, "body"),
        bodies.Nasty("null", b"null", INVALID, "body"),
    ]
    path = f"/v1/games/{place.running}/promises/p1/signatures"

    wrong = list(mistakes(place, bodies_at(path, nasties, deciding())))

    assert wrong == [], "\n".join(wrong)
