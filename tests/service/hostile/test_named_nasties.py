"""Every bad input that has a name gets the answer that is due to it, and stores nothing."""

import json
from collections.abc import Generator, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

import pytest

from oathbook.domain.kernel.limits import BODY_BYTES, RECORD_BYTES
from oathbook.domain.recording.format.record_file import record_text
from tests.service.door import JSON, LINES, Answer, Call, Door, Headers, named, opened
from tests.service.hostile import nasty_addresses as addresses
from tests.service.hostile import nasty_bodies as bodies
from tests.service.hostile import nasty_parameters as parameters
from tests.service.hostile import nasty_records as files
from tests.service.hostile import nasty_sheets as sheets
from tests.service.hostile.nasty_bodies import LONG, Due, Nasty
from tests.support.playing import Json, small_game, sources
from tests.support.serving import key_of, to_open
from tests.support.storing import dumped

MOST_ANSWERED: Final = 2_500
"""Bytes of a problem, whatever was sent."""

PLAN: Final[Json] = {"kind": "lay_plan", "slots": ["bow"]}


class Place(NamedTuple):
    """A service with a game that is over and one that is running."""

    db: Path
    door: Door
    over: str
    running: str


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Generator[Place]:
    """One for all of this file: nothing that is sent here changes it."""
    db = tmp_path_factory.mktemp("nasties") / "games.db"
    with opened(db, sources("nasties")) as door:
        kept = door.send(Call("POST", "/v1/records", record_text(small_game()), LINES))
        begun = door.send(Call("POST", "/v1/games", written(to_open())))
        for seat in ("ash", "birch"):
            door.send(Call("GET", f"/v1/games/{begun.json['game']}", headers=deciding(seat)))  # its key counts as used
        yield Place(db, door, kept.json["game"], begun.json["game"])


def written(value: Json) -> bytes:
    return json.dumps(value).encode()


def deciding(seat: str = "ash") -> Headers:
    """The headers of somebody who decides."""
    return {**JSON, "authorization": f"Bearer {key_of(seat)}", "if-match": "*"}


def mistakes(place: Place, sent: Iterable[tuple[str, Call, Due, str]]) -> Iterator[str]:
    """What is wrong with the answers, or was stored."""
    before = dumped(place.db)
    for name, call, due, says in sent:
        answer = place.door.send(call)
        found = mistake(answer, due, says)
        if found:
            yield f"{call.method} {call.path[:60]}, {name}: {found}: {answer.status} {answer.body[:300]!r}"
        after = dumped(place.db)
        if after != before:
            yield f"{call.method} {call.path[:60]}, {name}: something was stored"
            before = after


def mistake(answer: Answer, due: Due, says: str) -> str | None:
    """What is wrong with an answer, if anything is."""
    if answer.fault is not None:
        return f"the app raised {answer.fault!r}"
    if answer.status < 400:
        return "no problem at all"
    if (answer.status, answer.problem) != due:
        return f"not {due}"
    if says not in answer.json["detail"]:
        return f"it does not say {says!r}"
    if len(answer.body) > MOST_ANSWERED or "q" * 300 in answer.body.decode():
        return f"it says all again, {len(answer.body)} bytes"
    return None


def bodies_at(path: str, nasties: Iterable[Nasty], headers: Headers = JSON) -> Iterator[tuple[str, Call, Due, str]]:
    """Bodies as they are sent to a route."""
    for name, body, due, says in nasties:
        yield name, Call("POST", path, body, headers), due, says


def odd(calls: Iterable[parameters.Odd]) -> Iterator[tuple[str, Call, Due, str]]:
    """Requests whose parameters are wrong."""
    for call, due, says in calls:
        yield f"{call.query[:60]!r} {str(call.headers)[:120]}", call, due, says


def test_a_game_is_not_opened_by_a_bad_body(place: Place) -> None:
    valid = to_open()
    nasties = [*bodies.no_json(written(valid)), *bodies.changed(valid, bodies.GAMES)]

    wrong = list(mistakes(place, bodies_at("/v1/games", nasties)))

    assert len(nasties) > 100
    assert wrong == [], "\n".join(wrong)


def test_nothing_is_decided_by_a_bad_body(place: Place) -> None:
    valid = {"decision": PLAN}
    odds = (*bodies.DRAWS, *bodies.no_decision("body.decision"), *bodies.decided({}))
    nasties = [*bodies.no_json(written(valid)), *bodies.changed(valid, odds)]
    nasties += bodies.changed(
        valid, (("another's", {"decision": {**PLAN, "by": "birch"}}, (403, "not-your-seat"), "by"),)
    )
    nasties += bodies.changed(valid, (("nobody's", {"decision": {**PLAN, "by": [1]}}, (403, "not-your-seat"), "by"),))

    wrong = list(mistakes(place, bodies_at(f"/v1/games/{place.running}/decisions", nasties, deciding())))

    assert len(nasties) > 90
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("about", ["a game", "a setup"])
def test_nothing_is_asked_by_a_bad_body(place: Place, about: str) -> None:
    by = {"by": "ash"}
    setup = {key: value for key, value in to_open().items() if key not in {"chance", "host_key"}}
    valid = {"game": place.running, "decision": {**PLAN, **by}}
    if about == "a setup":
        valid = {"setup": setup, "decision": {**PLAN, **by}}
    neither = bodies.no_decision("send either a decision or a line")
    odds = (*bodies.DRAWS, *neither, *bodies.decided(by), *(bodies.ASKED if about == "a game" else ()))
    nasties = [*bodies.no_json(written(valid)), *bodies.changed(valid, odds)]

    wrong = list(mistakes(place, bodies_at("/v1/ask", nasties)))

    assert len(nasties) > 90
    assert wrong == [], "\n".join(wrong)


def test_no_letter_is_read_out_of_a_bad_body(place: Place) -> None:
    valid = {"letter": "Red promises Blue to idle."}
    nasties = [*bodies.no_json(written(valid)), *bodies.changed(valid, bodies.LETTERS)]

    wrong = list(mistakes(place, bodies_at("/v1/letters/check", nasties)))

    assert len(nasties) > 80
    assert wrong == [], "\n".join(wrong)


def test_no_record_is_stored_from_a_bad_file(place: Place) -> None:
    nasties = [*files.odd_files(small_game()), *files.odd_transcripts()]

    wrong = list(mistakes(place, bodies_at("/v1/records", nasties, LINES)))

    assert len(nasties) > 60
    assert wrong == [], "\n".join(wrong)


def test_no_record_is_stored_from_a_bad_sheet(place: Place) -> None:
    nasties = [*sheets.odd_sheets()]

    wrong = list(mistakes(place, bodies_at("/v1/records", nasties, {"content-type": "text/x-oathbook"})))

    assert len(nasties) >= 20
    assert wrong == [], "\n".join(wrong)


@pytest.mark.gate
def test_parameters_that_make_no_sense_are_named(place: Place) -> None:
    body = written({"decision": PLAN})
    calls = [
        *addresses.ids(),
        *addresses.positions(place.over),
        *parameters.queries(place.over),
        *parameters.headers(place.over),
        *parameters.decision_headers(place.running, body, key_of("ash")),
        *chain.from_iterable(parameters.kinds(path, b"{}") for path in ("/v1/games", "/v1/ask", "/v1/records")),
        *parameters.kinds(f"/v1/games/{place.running}/decisions", body),
        *addresses.nothing_there(place.over),
    ]

    wrong = list(mistakes(place, odd(calls)))

    assert len(calls) > 700
    assert wrong == [], "\n".join(wrong)


def test_a_body_of_exactly_the_limit_is_read(place: Place) -> None:
    body = written({"game": place.running, "decision": {**PLAN, "by": "ash"}}).ljust(BODY_BYTES)

    answer = place.door.send(Call("POST", "/v1/ask", body))

    assert answer.status == 200


@pytest.mark.parametrize(
    ("path", "most"), [("/v1/games", BODY_BYTES), ("/v1/ask", BODY_BYTES), ("/v1/records", RECORD_BYTES)]
)
def test_a_body_in_pieces_without_a_length_is_read_no_further_than_its_limit(
    place: Place, path: str, most: int
) -> None:
    pieces = (b" " * (most // 4),) * 5
    before = dumped(place.db)

    answer = place.door.send(Call("POST", path, b"", named(path), parts=(*pieces, *(b"x" for _ in range(1_000)))))

    assert mistake(answer, bodies.LARGE, f"{most:,} bytes") is None
    assert answer.read == len(pieces)
    assert dumped(place.db) == before


@pytest.mark.parametrize("length", ["65537", "9" * 20, "9" * 5_000])
def test_a_body_that_calls_itself_too_long_is_not_read_at_all(place: Place, length: str) -> None:
    answer = place.door.send(Call("POST", "/v1/games", written(to_open()), {**JSON, "content-length": length}))

    assert mistake(answer, bodies.LARGE, "65,536 bytes") is None
    assert answer.read == 0


@pytest.mark.parametrize("length", ["", "-1", "x", "1e9", b"\xb2", "0", "70000 "])
def test_a_length_that_is_a_lie_changes_nothing(place: Place, length: str | bytes) -> None:
    """A server reads it before the app does; the app goes by what arrives."""
    body = written({"game": place.running, "decision": {**PLAN, "by": "ash"}})

    answer = place.door.send(Call("POST", "/v1/ask", body, {**JSON, "content-length": length}))

    assert answer.status == 200


@pytest.mark.parametrize(
    "named", ["", '"', '"x"', "1", 'W/"', '"-1"', ",,,", "\0", b"\xff", b'"\xb2"', LONG, '"99999999999999999999"']
)
def test_a_state_that_nobody_has_is_answered_in_full(place: Place, named: str | bytes) -> None:
    for behind in ("", "/record"):
        answer = place.door.send(Call("GET", f"/v1/games/{place.over}{behind}", headers={"if-none-match": named}))

        assert answer.status == 200


def test_whatever_is_let_in_can_be_read_again(tmp_path: Path) -> None:
    """Odd, but text: in a name, and in a key of a request."""
    odd_names = ("\U0001f600", "\u0430\u0301", "../../etc/passwd", "%00", "'; DROP TABLE games; --", "q" * 200)
    with opened(tmp_path / "odd.db", sources("odd")) as door:
        for name in odd_names:
            body = to_open()
            body["seats"][0]["player"] = name
            begun = door.send(Call("POST", "/v1/games", written(body)))
            game = begun.json["game"]
            keyed = {**deciding(), "idempotency-key": name.encode()[:200]}
            first, again = (
                door.send(Call("POST", f"/v1/games/{game}/decisions", written({"decision": PLAN}), keyed)) for _ in "12"
            )
            found = door.send(Call("GET", f"/v1/games/{game}/timeline", headers={}, query=b"wait=3"))
            listed = door.send(Call("GET", "/v1/games", headers={}, query=b"player=" + quote(name).encode()))

            assert (first.status, again.status, found.status) == (201, 201, 200)
            assert first.body == again.body
            assert found.json["upto"] == 3
            assert [each["game"] for each in listed.json["games"]] == [game]
            for behind in addresses.OF_A_GAME:
                if behind != "/stream":  # the game runs: it would not end
                    read = door.send(Call("GET", f"/v1/games/{game}{behind}", headers=deciding()))
                    assert read.status == 200, behind
