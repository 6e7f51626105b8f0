"""Everything that a viewer can POST without going on with the game, operation by operation."""

import json
from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE, Seat
from tests.service.asgi import Ask, post
from tests.service.secrecy.looks import LINES, NOBODY, Depth, Row, Stand
from tests.service.secrecy.worlds import DECISIONS, GAME, World, idempotency_key
from tests.support.playing import Json
from tests.support.serving import digest_of, key_of, to_open

TRIES: Final[tuple[Json, ...]] = (
    {"kind": "choose_clan", "clan": "red"},
    {"kind": "lay_plan", "slots": ["bow", None, None]},
    {"kind": "lay_plan", "slots": ["movement", "shield"]},
    {"kind": "move", "to": "0,0"},
    {"kind": "move", "to": "1,0"},
    {"kind": "name_mover", "mover": None},
    {"kind": "declare_target", "target": "birch"},
    {"kind": "declare_target", "target": None},
    {"kind": "name_attacker", "attacker": "ash"},
    {"kind": "name_attacker", "attacker": "birch"},
    {"kind": "inspire", "use": True},
    {"kind": "inspire", "use": False},
    {"kind": "agree_to_end"},
)
"""Decisions of every kind, for whoever makes them."""

STRIKE: Final[Json] = {"label": "strike/1/ash", "drawn": ["heart"]}
ORDER: Final[Json] = {"label": "order/1/0", "drawn": ["ash"]}
SUPPOSED: Final[tuple[list[Json], ...]] = (
    *([STRIKE], [ORDER], [ORDER, STRIKE], [ORDER, ORDER]),
    [{"label": "strike/1/ash", "drawn": ["canary"]}],
    [{"label": "canary", "drawn": []}],
)
LINE: Final = f"{GAME}/lines"
ANYWHERE: Final = {"If-Match": "*"}


def asked_now(world: World) -> str:
    """The kind of decision that the rules wait for; a real one of another kind is refused."""
    return "" if world.script.refused is None else str(world.script.refused["kind"])


def decisions(stand: Stand) -> Iterator[Ask]:
    """Decisions, each of them tried dry, or refused for one reason or another."""
    yield from _tried_dry(stand)
    yield from _against_the_rules(stand)
    yield from _unreadable(stand)
    yield from _at_the_wrong_time(stand)
    if stand.world.script.chance == "witnessed":
        yield from _without_the_draw(stand)


def _tried_dry(stand: Stand) -> Iterator[Ask]:
    world = stand.world
    for each in _now(stand) if stand.is_brief else TRIES:
        yield world.decision(each, {}, dry_run=1)
    for each, draws in _with_draws(stand):
        yield world.decision({**each, "by": stand.viewer}, ANYWHERE, draws, dry_run=True)
    yield world.decision(TRIES[0], {}, dry_run="canary")


def _with_draws(stand: Stand) -> tuple[tuple[Json, list[Json]], ...]:
    """Decisions that end in a draw, and what somebody supposes of it."""
    if stand.is_brief:
        return ((TRIES[-4], [ORDER]),)
    ending = TRIES[-5:-1]
    if stand.depth == Depth.FULL:
        ending = ending[-1:] if asked_now(stand.world) == "inspire" else ending[1:2]
    return tuple((each, draws) for each in ending for draws in SUPPOSED)


def _against_the_rules(stand: Stand) -> Iterator[Ask]:
    world, refused = stand.world, stand.world.script.refused or TRIES[0]
    for each in TRIES[:2] if stand.is_brief else TRIES:
        if each["kind"] != asked_now(world):
            yield world.decision(each, ANYWHERE)
    for other in (*world.script.seats, HOLDER, PUBLIC, NOBODY):
        if other != stand.viewer:
            yield world.decision({**refused, "by": other}, ANYWHERE)
            yield world.decision({**refused, "by": other}, {}, dry_run=1)
    yield world.decision(refused, ANYWHERE)
    yield world.decision(refused, {"If-Match": f'"{stand.last}"'})
    yield world.decision(refused, ANYWHERE, [STRIKE])


def _without_the_draw(stand: Stand) -> Iterator[Ask]:
    """What is decided now leads to a draw, and nobody reports one that can be."""
    for each in _now(stand):
        yield stand.world.decision(each, ANYWHERE)
        yield stand.world.decision(each, ANYWHERE, [{**STRIKE, "drawn": ["canary"]}])


def _unreadable(stand: Stand) -> Iterator[Ask]:
    world, canary = stand.world, f"canary-of-{stand.viewer}"
    for value in ({"kind": canary}, {**TRIES[1], "extra": canary}, {"kind": "lay_plan", "slots": [canary]}, {}):
        yield world.decision(value, ANYWHERE)
        yield world.decision(value, {}, dry_run=1)
    said = post(f"{DECISIONS}", f"/v1/games/{world.game}/decisions", {"line": f"plan {canary}"}, ANYWHERE)
    yield said
    sent = world.decision(TRIES[1], ANYWHERE)
    for body in (b"", b"{", b'"canary"', b'{"decision": 1}', b'{"decision": {}, "draws": 1}', b'{"canary": {}}'):
        yield replace(sent, body=body)
    yield replace(sent, headers={"content-type": "text/plain", **ANYWHERE})


def _at_the_wrong_time(stand: Stand) -> Iterator[Ask]:
    world = stand.world
    refused = world.script.refused or TRIES[0]
    for each in (*_now(stand), refused):
        yield world.decision(each, {})
        yield world.decision(each, {"If-Match": f'"{stand.last - 1}"'})
    yield from (world.decision(refused, {"If-Match": each}) for each in ("canary", "1", '"1", "2"', f'"{2**31}"'))
    for number, made in enumerate(world.script.decisions):
        named = {"If-Match": "*", "Idempotency-Key": idempotency_key(made["by"], number)}
        yield world.decision(refused, named)
        if made["by"] == stand.viewer:
            yield world.decision(made, named)  # the same request again gets the same answer
        else:
            yield world.decision({**refused, "by": made["by"]}, named)
    yield world.decision(refused, {**ANYWHERE, "Idempotency-Key": f"canary-of-{stand.viewer}"})
    for key in (key_of("a stranger"), "canary", key_of(NOBODY) + "="):
        yield world.decision(refused, {**ANYWHERE, "Authorization": f"Bearer {key}"})


def ask(stand: Stand) -> Iterator[Ask]:
    """Every decision for every seat, at the end and (those that were made) everywhere; supposed draws; setups."""
    game, seats = stand.world.game, stand.world.script.seats
    for by in seats if stand.depth == Depth.EVERY else seats[:2]:
        for each in _now(stand) if stand.is_brief else TRIES:
            yield _question({"game": game, "decision": {**each, "by": by}})
    yield from (_question({"game": game, "decision": {**TRIES[-1], "by": by}}) for by in (TABLE, NOBODY))
    for at in stand.places:
        for each in (*stand.world.script.before[-2:], *_of_everybody(stand)):
            yield _question({"game": game, "at": at, "decision": each})
    for by in seats:
        for each, draws in _with_draws(stand):
            yield _question({"game": game, "decision": {**each, "by": by}, "draws": draws})
    yield _question({"game": f"canary-of-{stand.viewer}", "decision": TRIES[0]})
    yield _question({"game": game, "setup": {}, "decision": TRIES[0]})
    setup = {name: value for name, value in _setup(stand).items() if name not in {"chance", "host_key"}}
    yield from (_question({"setup": setup, "decision": {**each, "by": "ash"}}) for each in TRIES[:2])
    yield _question({"setup": {**setup, "edition": "canary"}, "decision": TRIES[0]})


def _of_everybody(stand: Stand) -> Iterator[Json]:
    """The decisions that could be made now, by each seat."""
    for by in stand.world.script.seats:
        yield from ({**each, "by": by} for each in _now(stand))


def _now(stand: Stand) -> list[Json]:
    """Decisions of the kind that is asked for now."""
    return [each for each in TRIES if each["kind"] == asked_now(stand.world)]


def _question(body: Json) -> Ask:
    return post("/v1/ask", "/v1/ask", body)


def _setup(stand: Stand) -> Json:
    """A game like this one, but for whatever is hidden in its start position."""
    return {**to_open(stand.world.script.setup), "start": None, "components": "knights-duty-sample-1"}


WORDS: Final = ("", "p", "plan bow, ", "plan movement, shield", "inspire yes", "sign p1", "release p1", "plan canary")
"""Lines in words, whole and begun."""


def lines(stand: Stand) -> Iterator[Ask]:
    """Lines of every decision and in words, everywhere and with what would be broken; for others, and none at all."""
    exact = [json.dumps(each) for each in (_now(stand) if stand.is_brief else TRIES)]
    for line in (*WORDS, *exact):
        yield _line(stand, {"line": line})
    for line in exact[-2:]:
        yield _line(stand, {"line": line, "foresee": True})
    for at in stand.places:
        yield from (_line(stand, {"line": line, "at": at}) for line in (WORDS[0], *exact[:1]))
    yield _line(stand, {"line": WORDS[3], "column": 6})
    yield from (_line(stand, {"line": f"{by}: {WORDS[3]}"}) for by in (*stand.world.script.seats, TABLE))
    yield from (_line(stand, each) for each in ({}, {"line": 1}, {"line": "\n"}, {"line": "", "column": 9}))


def _line(stand: Stand, body: Json) -> Ask:
    return post(LINE, f"/v1/games/{stand.world.game}/lines", body)


def opening(stand: Stand) -> Iterator[Ask]:
    """Another game, and some that cannot be opened."""
    setup = _setup(stand)
    yield post("/v1/games", "/v1/games", {**setup, "chance": "witnessed"})
    yield post("/v1/games", "/v1/games", setup)
    guessed = {"Idempotency-Key": f"canary-of-{stand.viewer}"[:20]}
    yield post("/v1/games", "/v1/games", {**setup, "host_key": None}, guessed)
    wrong: Json = {"edition": "canary", "canary": 1, "seats": [], "components": "canary", "host_key": "canary"}
    for name, value in wrong.items():
        yield post("/v1/games", "/v1/games", {**setup, name: value})


def records(stand: Stand) -> Iterator[Ask]:
    """One's own record as it is, cut or changed, the record of no game, and a transcript."""
    lines = stand.export.splitlines(keepends=True)
    texts = (
        *(stand.export, b"".join(lines[:-1]), stand.export[: len(stand.export) // 2], b"".join(lines[:2])),
        *(b"".join((*lines[:3], *lines[4:])), stand.export.replace(b"Player 1", b"Player 7"), b"", b"canary\n"),
        *(stand.export.replace(stand.world.game.encode(), b"another"), stand.export.replace(b"record/1", b"record/2")),
        *map(_transcript, ("ash", "canary")),
    )
    for text in texts:
        yield Ask("POST /v1/records", "/v1/records", headers={"content-type": LINES["Accept"]}, body=text)


def _transcript(by: str) -> bytes:
    seats: list[dict[str, Any]] = [{"seat": Seat(name)} for name in ("ash", "birch")]
    setup = {"seats": seats, "components": "knights-duty-sample-1"}
    header = {"oathbook": "transcript/1", "edition": "knights_duty/1", "setup": setup}
    return b"".join(json.dumps(each).encode() + b"\n" for each in (header, {"by": by, "decision": TRIES[0]}))


def letters(stand: Stand) -> Iterator[Ask]:
    """Letters in the words of this game, of its edition and of the examples; some that cannot be read."""
    game, edition = stand.world.game, "knights_duty/1"
    texts = ('ash promises birch in plain words "canary".', "ash promises to canary.", "ash promises \u202e", "")
    for text in texts:
        yield _letter({"letter": text, "game": game})
        yield _letter({"letter": text, "edition": edition, "seats": ["ash", "birch"]})
        yield _letter({"letter": text})
    yield _letter({"letter": texts[0], "game": f"canary-of-{stand.viewer}"})
    yield _letter({"letter": texts[0], "game": game, "edition": edition})
    yield _letter({"letter": texts[0], "edition": "canary"})
    yield _letter({"letter": texts[0], "edition": edition, "seats": ["Canary"]})


def _letter(body: Json) -> Ask:
    return post("/v1/letters/check", "/v1/letters/check", body)


def keys(stand: Stand) -> Iterator[Ask]:
    """New keys that are refused: a made one would be another in each world."""
    where = f"/v1/games/{stand.world.game}/key"
    for seat in ("ash", "birch", TABLE):
        yield post(f"{GAME}/key", where, {"key": digest_of(key_of(seat))})
    yield post(f"{GAME}/key", where, {"key": "canary"})


def tickets(stand: Stand) -> Iterator[Ask]:
    """Tickets for streams through everybody's eyes, after every position."""
    route, where = f"{GAME}/stream/tickets", f"/v1/games/{stand.world.game}/stream/tickets"
    yield from (post(route, where, {"as": each}) for each in stand.eyes)
    yield from (post(route, where, {"after": each}) for each in stand.places)
    yield post(route, where, {"after": "canary"})


POSTS: Final[dict[str, Row]] = {
    f"POST {DECISIONS}": decisions,
    "POST /v1/ask": ask,
    f"POST {LINE}": lines,
    "POST /v1/games": opening,
    f"POST {GAME}/key": keys,
    f"POST {GAME}/stream/tickets": tickets,
    "POST /v1/letters/check": letters,
    "POST /v1/records": records,
}
