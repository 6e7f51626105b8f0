"""Climbs the cost of requests that need no key: ``python -m bench.climbing`` (docs/performance.md).

For each route it begins with some texts, changes the dearest one at random, and keeps what takes more CPU of the whole
process. The same seed tries the same texts for as long as the costs are in the same order.
"""

import json
import random
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import quote

from msgspec import Struct

from bench.budgets import POOLED, budget_of
from bench.measuring import machine, table
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from tests.service.crowding import CROWD, Request, decide_beside
from tests.service.door import JSON, LINES, Call, Door, opened
from tests.support.checkout import GOLDEN
from tests.support.playing import ruleset_of, small_game
from tests.support.serving import bring, process_on

MOST: Final = 4_096
"""Characters of a text that is tried: those of a letter."""
TRIES: Final = 3
"""How often a request is measured that seems to cost more; the minimum counts, as other processes only add to it."""
LONG: Final = GOLDEN / "heirless/e1/four-players-and-their-word.jsonl"
WORDS: Final = (
    *("Red promises Blue ", "to give 1 wood to Blue", " and ", " or ", ", unless ", "Blue attacks Red", "never to "),
    *("it is not the case that ", "by the end of season 2", "I will not attack you ", "unless you attack me ", "(1) "),
    *("everybody", "each other player", "either ", "otherwise ", "that player ", "at most 3 ", "e", " ", "%", "_", "1"),
    *("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}", "\N{GREEK SMALL LETTER IOTA WITH DIALYTIKA AND TONOS}", "“", '"'),
)


class Target(Struct, frozen=True):
    """A route, how a text becomes a request to it, and what to begin with."""

    route: str
    call: Callable[[str], Call]
    seeds: tuple[str, ...] = ("", "1", "e" * 200)


class Climbed(Struct, frozen=True):
    """The dearest request to a route that was found: what it took in milliseconds, and how it was come to."""

    route: str
    cost: float
    text: str
    tried: int


def targets(game: str) -> Iterator[Target]:
    """The routes that take something without a key, about a game of this id."""
    yield Target("POST /v1/letters/check", _letter, LETTERS)
    yield Target("POST /v1/letters/check", _letter_of_edition, LETTERS)
    yield Target("POST /v1/ask", _question_call, ("red", "choose_clan"))
    yield Target("POST /v1/records", _sheet, SHEETS)
    yield Target("POST /v1/records", _lines, (record_text(small_game()).decode(), "{}", "[" * MOST, '{"a":' * 800))
    yield Target("POST /v1/games", _to_open, ("ash", "e" * 40))
    yield Target("POST /v1/disputes", partial(_claimed, game))
    for route, parameter in QUERIES:
        path = route.replace("{game}", game).replace("{name:path}", "Ada")
        path = (
            path.replace("{ruleset}/{edition}", "knights_duty/1")
            .replace("{clause}", "KD-2.1")
            .replace("{promise}", "p1")
        )
        yield Target(f"GET {route}", partial(_got, path, parameter), NUMBERS)
    for route, (path, text) in PATHS.items():
        seeds = (text.replace("{game}", game), *NUMBERS)
        yield Target(f"GET {route}", partial(_got_at, path.replace("{game}", game)), seeds)


QUERIES: Final = (
    *(("/v1/games", each) for each in ("player", "outcome", "edition", "after", "limit")),
    *(("/v1/disputes", each) for each in ("arbiter", "clause", "limit")),
    *(("/v1/games/{game}/frames", each) for each in ("from", "to")),
    *(("/v1/games/{game}/scenes", each) for each in ("from", "to")),
    *(("/v1/games/{game}/steps", each) for each in ("from", "says")),
    *(("/v1/games/{game}/outline", each) for each in ("after",)),
    *((f"/v1/games/{{game}}/{what}", "at") for what in ("state", "standing", "promises")),
    ("/v1/games/{game}/promises/{promise}/audit", "at"),
    *((f"/v1/games/{{game}}/{what}", "after") for what in ("events", "timeline")),
    ("/v1/games/{game}/record", ""),
    ("/v1/games/{game}/bundle", ""),
    ("/v1/players/{name:path}/promises", "after"),
    ("/v1/rulesets/{ruleset}/{edition}/schema", ""),
    ("/v1/rulesets/{ruleset}/{edition}/clauses/{clause}", ""),
    ("/v1/rulesets/{ruleset}/{edition}/draws", "game"),
    *((path, "") for path in ("/openapi.json", "/metrics", "/healthz", "/readyz", "/v1/problems", "/v1/rulesets")),
    *((path, "") for path in ("/log/checkpoint", "/log/keys", "/log/statements")),
    *((f"/games/{{game}}{what}", "at") for what in ("", "/board.svg", "/board.png")),
    *((path, "") for path in ("/", "/games/{game}/promises/new", "/players/{name:path}", "/rulesets", "/disputes")),
    ("/rulesets/{ruleset}/{edition}", ""),
)
PATHS: Final = {
    "/log/tile/{tile:path}": ("/log/tile/{}", "entries/000.p/2"),
    "/log/proof/{leaf}": ("/log/proof/{}", "1"),
    "/log/consistency/{old}/{new}": ("/log/consistency/1/{}", "2"),
    "/v1/games/{game}": ("/v1/games/{}", "{game}"),
    "/v1/games/{game}/events/{position}": ("/v1/games/{game}/events/{}", "1"),
    "/v1/games/{game}/events/{position}/receipt": ("/v1/games/{game}/events/{}/receipt", "1"),
    "/v1/games/{game}/scenes/{position}/since": ("/v1/games/{game}/scenes/{}/since", "1"),
    "/games/{game}": ("/games/{}", "{game}"),
    "/players/{name:path}": ("/players/{}", "Ada"),
}
"""Routes with the path in which a text is tried, and a text with which there is something."""
NUMBERS: Final = ("", "1", "200", "239", "500", "e" * 150, "%" * 60, "“" * MOST)
LETTERS: Final = (
    "I will not attack you unless you attack me " * 6,
    f"Red promises Blue to give 1 wood to Blue, unless {' or '.join(['Blue attacks Red'] * 190)}.",
    f"Red promises Blue {' and '.join(['to give 1 wood to Blue'] * 150)}.",
    "Red promises " + "e" * 4_000,
)
SHEETS: Final = ("oathbook-notation/1\nknights_duty/1\n" + "ash: attack birch\n" * 200, "attack " * 500)
SEATS: Final = [f"{colour}{number}" for colour in ("red", "blue", "green") for number in range(4)]
SETUP: Final = {"edition": "knights_duty/1", "components": "knights-duty-sample-1"}


def _sent(path: str, body: object) -> Call:
    return Call("POST", path, json.dumps(body).encode(), JSON)


def _got(path: str, parameter: str, text: str) -> Call:
    """A query, from a client that takes compressed answers; none where the route has no parameter."""
    query = f"{parameter}={quote(text)}".encode() if parameter else b""
    return Call("GET", path, b"", {"accept-encoding": "gzip"}, query)


def _got_at(path: str, text: str) -> Call:
    """A request for an address that has the text in its path."""
    return Call("GET", path.replace("{}", quote(text, safe="/")), b"", {"accept-encoding": "gzip"}, b"")


def _letter(text: str) -> Call:
    return _sent("/v1/letters/check", {"letter": text})


def _letter_of_edition(text: str) -> Call:
    return _sent("/v1/letters/check", {"letter": text, "edition": "heirless/e1", "seats": SEATS[:4]})


def _question_call(text: str) -> Call:
    setup = {**SETUP, "seats": [{"seat": "ash"}, {"seat": "birch"}]}
    return _sent("/v1/ask", {"setup": setup, "decision": {"kind": "choose_clan", "by": "ash", "clan": text}})


def _to_open(text: str) -> Call:
    return _sent("/v1/games", {**SETUP, "seats": [{"seat": "ash", "player": text}, {"seat": text}]})


def _claimed(game: str, text: str) -> Call:
    return _sent("/v1/disputes", {"game": game, "claim": text, "says": text})


def _sheet(text: str) -> Call:
    return Call("POST", "/v1/records", text.encode(), {"content-type": "text/x-oathbook"})


def _lines(text: str) -> Call:
    return Call("POST", "/v1/records", text.encode(), LINES)


def dearest(game: str) -> dict[str, Request]:
    """The dearest requests that were found to the routes that cost most, for crowds of connections to send."""
    found = {f"POST /v1/letters/check {number}": _letter(text) for number, text in enumerate(LETTERS[:3], 1)}
    found |= {f"GET {path}": _got(path.replace("{game}", game), "", "") for path in DEAR}
    return {
        name: Request(each.method, each.path, each.body, {key: str(value) for key, value in each.headers.items()})
        for name, each in found.items()
    }


DEAR: Final = (
    *(f"/v1/games/{{game}}/{what}" for what in ("frames", "scenes", "bundle", "events", "record")),
    *("/openapi.json", "/metrics", "/games/{game}", "/games/{game}/board.png"),
)


def changed(text: str, rng: random.Random) -> str:
    """Another text: with a part repeated, left out or moved, or with words or a number put in."""
    begin, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    part, word = text[begin:end], rng.choice(WORDS)
    made = rng.choice(
        (
            text[:end] + part + text[end:],
            text[:begin] + text[end:],
            text[:begin] + word + text[begin:],
            text[:begin] + word * rng.randrange(1, 80) + text[end:],
            part * rng.randrange(1, 9),
            text + text,
            text[:begin] + str(rng.randrange(1, 400)) + text[end:],
        )
    )
    return made[:MOST]


def climb(target: Target, rng: random.Random, cost: Callable[[Call], float], tries: int) -> Climbed:
    """The dearest text after so many tries."""
    best, dearest = target.seeds[0], 0.0
    for number in range(len(target.seeds) + tries):
        text = target.seeds[number] if number < len(target.seeds) else changed(best, rng)
        taken = cost(target.call(text))
        if taken > dearest:
            taken = min(taken, *(cost(target.call(text)) for _ in range(TRIES - 1)))
        if taken > dearest:
            best, dearest = text, taken
    return Climbed(target.route, dearest, best, len(target.seeds) + tries)


def in_process(door: Door) -> Callable[[Call], float]:
    """Milliseconds of CPU that this process takes for a request."""

    def cost(call: Call) -> float:
        began = time.process_time()
        door.send(call)
        return (time.process_time() - began) * 1_000

    return cost


def climbing(folder: Path, seed: int, tries: int, only: str) -> Iterator[Climbed]:
    """The dearest requests to each route that holds ``only``."""
    record = whole_record_from(LONG.read_bytes(), ruleset_of, where="golden")
    with opened(folder / "games.db") as door:
        door.service.writer.add((record,))
        door.service.log.sign()  # or it has no tiles and no proofs yet
        cost = in_process(door)
        for target in targets(record.game):
            if only in target.route:
                for text in target.seeds:
                    cost(target.call(text))  # what is made once for all is made
                yield climb(target, random.Random(seed), cost, tries)  # noqa: S311  # it picks texts, it keeps no secret


def rows(found: Sequence[Climbed]) -> list[tuple[str, ...]]:
    """The dearest of each route, in a table."""
    worst: Mapping[str, Climbed] = {each.route: each for each in sorted(found, key=lambda each: each.cost)}
    head = ("route", "budget", "dearest", "its text", "characters")
    return [
        head,
        *(
            (each.route, _budget(each.route), f"{each.cost:.1f} ms", ascii(each.text[:40])[1:-1], str(len(each.text)))
            for each in sorted(worst.values(), key=lambda each: -each.cost)
        ),
    ]


def _crowds(folder: Path) -> Iterator[str]:
    """What liveness and decisions take beside crowds, a line for each request."""
    with process_on(folder / "crowd.db") as process, process.client() as client:
        record = bring(client, LONG.read_bytes()).json()
        for name, request in dearest(record["game"]).items():
            port = int(process.address.rpartition(":")[2])
            latencies, answered = decide_beside(client, port, request)
            yield f"{CROWD} connections, {name}: {latencies.says}; answered {dict(answered)}"


def _budget(route: str) -> str:
    return f"{budget_of(route)} ms{' elsewhere' if route in POOLED else ''}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Climb and print."""
    parser = ArgumentParser("python -m bench.climbing", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the changes (1)")
    parser.add_argument("--tries", type=int, default=200, help="texts for each route (200)")
    parser.add_argument("--route", default="", help="only routes that hold this text")
    parser.add_argument("--crowds", action="store_true", help="also decide beside crowds that send what is dearest")
    parser.add_argument("--folder", type=Path, help="where the database is made")
    options = parser.parse_args(arguments)
    with TemporaryDirectory(dir=options.folder) as folder:
        sys.stdout.write(f"{machine(Path(folder))}; seed {options.seed}, {options.tries} texts\n\n")
        found: list[Climbed] = []
        for each in climbing(Path(folder), options.seed, options.tries, options.route):
            found.append(each)
            if each.cost > budget_of(each.route):
                sys.stdout.write(f"over: {each.route} {each.cost:.1f} ms {each.text!r}\n")
        sys.stdout.write(f"{table(rows(found))}\n")
        for line in _crowds(Path(folder)) if options.crowds else ():
            sys.stdout.write(f"{line}\n")
    if len(found) > 1:
        spread = quantiles([each.cost for each in found], n=100)
        sys.stdout.write(f"\nof the routes: median {spread[49]:.1f} ms, 99th {spread[98]:.1f} ms\n")


if __name__ == "__main__":
    main()
