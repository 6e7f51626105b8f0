"""Addresses and queries of pages that somebody might try: each is answered with a page, and none is a fault."""

from collections.abc import Generator, Iterator
from typing import Final

import pytest

from oathbook.domain.recording.format.record_file import record_text
from tests.service.door import LINES, Answer, Call, Door, opened
from tests.service.hostile.nasty_addresses import STRANGE, TOO_LONG
from tests.service.hostile.nasty_bodies import LONG
from tests.service.hostile.nasty_parameters import NO_NUMBERS, PLAIN
from tests.support.pages import BROWSER, parsed
from tests.support.playing import small_game, sources
from tests.support.processes import PATIENCE

MOST_ANSWERED: Final = 2_500
"""Bytes of a page that refuses, whatever was sent."""

OF_A_GAME: Final = ("/games/{}", "/games/{}/disputes/new", "/games/{}/invite", "/games/{}/result")

TEXTS: Final = (
    *(b"", b"%00", b"%FF%FE", b"%ED%A0%80", b"%F0%9F%98%80", b"%E2%80%AE", b"%", b"%ZZ", b"a%0d%0aSet-Cookie:%20a=b"),
    *(b"' OR 1=1 --", b"<script>", b"+", b"q" * 200, b"%FF" * 200),
)
"""What a filter may be, odd as it is."""


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Generator[Door]:
    """A service with one game, called as a server calls it."""
    with opened(tmp_path_factory.mktemp("nasty") / "games.db", sources("nasty pages")) as door:
        assert door.send(Call("POST", "/v1/records", record_text(small_game()), LINES)).status == 201
        length = len(small_game().events)
        assert door.service.projector.wait_for(small_game().game, length, "games", PATIENCE) == length
        yield door


def refusal(answer: Answer) -> int:
    """The status of a page that refuses, and says what is wrong in few words."""
    assert answer.fault is None
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert len(answer.body) < MOST_ANSWERED
    assert b"q" * 300 not in answer.body
    assert parsed(answer.body.decode()).one("h1").text
    assert answer.status >= 400
    return answer.status


@pytest.mark.parametrize(
    "path",
    [*OF_A_GAME, "/disputes/{}", "/rulesets/{}/1", "/rulesets/knights_duty/{}", "/rulesets/knights_duty/1/clauses/{}"],
)
def test_a_page_of_nothing_says_so(path: str, door: Door) -> None:
    due = [(each, 404) for each in STRANGE] + [(each, 422) for each in (LONG, "é" * 81)]
    if path in {*OF_A_GAME, "/disputes/{}"}:
        due += [(each, 422) for each in TOO_LONG]

    found = [(each, refusal(door.send(Call("GET", path.format(each), headers=BROWSER)))) for each, _ in due]

    assert found == due


def queries() -> Iterator[tuple[str, bytes]]:
    """What no filter of a page takes, nor its other parameters."""
    yield from (("/", b"after=" + each) for each in NO_NUMBERS if each)
    yield from (("/", b"after=" + each) for each in (b"0", b"-1", b"9007199254740992"))
    for name in (b"state", b"spoilers"):
        yield from (("/", name + b"=" + each) for each in (b"odd", b"%00", b"%ED%A0%80", b"Hidden", b"q" * 5_000))
    yield from (("/disputes", b"after=" + each) for each in (b"0", b"-1", b"9007199254740992"))
    yield from (("/disputes", b"state=" + each) for each in (b"odd", b"%00", b"q" * 5_000))
    yield ("/disputes", b"game=" + b"q" * 65)
    for name in (b"edition", b"clause", b"arbiter"):
        yield ("/disputes", name + b"=" + b"%FF" * 201)
    yield from (("/games/{game}", b"spoilers=" + each) for each in (b"", b"odd", b"%00", b"q" * 5_000))
    yield from (("/games/new", b"edition=" + each) for each in (b"q" * 81, b"%FF" * 81))
    yield from ((path, b"spoilers=odd") for path in ("/games/new", "/games/{game}/invite", "/games/{game}/result"))
    pictures = ("/games/{game}/board.svg", "/games/{game}/board.png")
    for path in ("/games/{game}", *pictures):
        yield from ((path, b"at=" + each) for each in (*NO_NUMBERS, b"0", b"-1", b"9007199254740992") if each)
    yield from ((path, b"of=" + each) for path in pictures for each in (b"q" * 101, b"%FF" * 101))
    for name in (b"edition", b"player"):
        yield from (("/", name + b"=" + each) for each in (b"q" * 201, b"%FF" * 201, b"q" * 10_000))


@pytest.mark.parametrize(("path", "query"), [*queries()], ids=lambda value: ascii(value)[:30])
def test_a_query_that_a_page_does_not_take_is_refused(path: str, query: bytes, door: Door) -> None:
    answer = door.send(Call("GET", path.format(game=small_game().game), headers=BROWSER, query=query))

    assert refusal(answer) == 422


@pytest.mark.parametrize("name", [b"edition", b"player"])
@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text)[:30])
def test_whatever_is_sought_is_text(name: bytes, text: bytes, door: Door) -> None:
    """The catalogue with no game in it, or with all where nothing is sought."""
    answer = door.send(Call("GET", "/", headers=PLAIN, query=name + b"=" + text))

    assert (answer.fault, answer.status) == (None, 200)
    assert len(parsed(answer.body.decode()).all("article")) == (text == b"")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("name", [b"game", b"edition", b"clause", b"arbiter"])
@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text)[:30])
def test_whatever_is_sought_in_the_docket_is_text(name: bytes, text: bytes, door: Door) -> None:
    answer = door.send(Call("GET", "/disputes", headers=PLAIN, query=name + b"=" + text[:64]))

    assert (answer.fault, answer.status) == (None, 200)
    assert parsed(answer.body.decode()).all("article") == []


@pytest.mark.parametrize(
    "query", [b"who=Ann&who=Zoe", b"x" * 5_000, b"&&&", b"=", b"?", b"as=ash&quay=secret", b"%00=%00"]
)
def test_what_no_page_asks_for_changes_nothing(query: bytes, door: Door) -> None:
    """Parameters of no name, or of one that the script reads."""
    for path in (f"/games/{small_game().game}", "/rulesets/knights_duty/1"):
        plain, odd = (door.send(Call("GET", path, headers=PLAIN, query=each)) for each in (b"", query))
        assert (odd.fault, odd.status, odd.body) == (None, 200, plain.body)


@pytest.mark.parametrize("value", ["", "Bearer x", "Bearer " + "A" * 43, b"\xff", LONG])
def test_a_page_does_not_look_at_a_key(value: str | bytes, door: Door) -> None:
    """It is the same for everybody; whoever has a key asks the routes with it."""
    for path in ("/", f"/games/{small_game().game}", "/rulesets/knights_duty/1"):
        plain = door.send(Call("GET", path, headers=PLAIN))
        keyed = door.send(Call("GET", path, headers={"authorization": value}))

        assert (keyed.fault, keyed.status, keyed.body) == (None, 200, plain.body)
