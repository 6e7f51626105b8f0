"""Law 5 over every route: worlds that differ in one secret tell the same to whoever may not see it."""

from pathlib import Path

import pytest
from fastapi import APIRouter, FastAPI

from oathbook.api.app import create_app
from oathbook.api.http import read_your_writes as waiting
from oathbook.api.service import Service
from oathbook.domain.kernel import HOLDER, PUBLIC
from oathbook.domain.rulesets.registry import load_registry
from tests.service.secrecy import sweep as sweeping
from tests.service.secrecy.leaks import LEAKS, addresses_in_the_metrics, salts_without_values, whole_exports
from tests.service.secrecy.looks import Depth, plain
from tests.service.secrecy.pairs import ASH, MORE, PAIRS, Pair, over, seeded
from tests.service.secrecy.planting import Plant
from tests.service.secrecy.telling import LOG, METRICS, Sweep, Told, differing, told, told_apart
from tests.service.secrecy.worlds import GAME, STREAM, Parts, others, sources
from tests.support.serving import Sent, Table, problem_of, served
from tests.support.setups import setup_named

OWNED = [
    *(name for name, pair in PAIRS.items() if pair.owner),
    *(pytest.param(name, marks=pytest.mark.slow) for name, pair in MORE.items() if pair.owner),
]
PLANTED = [pytest.param(name, marks=pytest.mark.slow) if number % 2 else name for number, name in enumerate(LEAKS)]
"""Every other one is planted in the gate, those between in the long run."""
NOTHING: dict[str, str] = {}
SHOWN = frozenset(
    f"GET {GAME}{what}"
    for what in ("/state", "/frames", "/scenes", "/events", "/events/{position}", "/record", "/stream")
)
"""Where a seat sees its own choice."""

pytestmark = pytest.mark.gate


@pytest.fixture(autouse=True)
def _nobody_waits_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "WAIT_SECONDS", 0.01)


def both(folder: Path, pair: Pair, sweep: Sweep, parts: Parts | None = None) -> tuple[Told, Told]:
    """What both worlds of a pair tell."""
    return told(folder / "one", pair.one, sweep, parts), told(folder / "other", pair.other, sweep, parts)


def by_others(pair: Pair, depth: Depth = Depth.FULL) -> Sweep:
    """Everybody who may not see the secret asks."""
    return Sweep(others(pair.one, pair.owner), pair.owner, depth)


def must_look_alike(folder: Path, pair: Pair, depth: Depth = Depth.FULL) -> None:
    """Nobody who may not see the secret can tell the worlds apart, and nothing is shown that is nobody's there."""
    one, other = both(folder, pair, by_others(pair, depth))

    assert differing(one, other) == NOTHING
    assert one.exposed | other.exposed == frozenset()


@pytest.mark.parametrize("secret", PAIRS)
def test_no_route_log_line_metric_or_read_model_tells_a_secret(secret: str, tmp_path: Path) -> None:
    """Another seat's plan, movement or Inspiration, tokens of a start position, a draw that the seed has in store.

    A secret that promises hang on and what nobody may know are asked after in many ways, the others once everywhere.
    """
    must_look_alike(tmp_path, PAIRS[secret], Depth.FULL if secret in {"promised", "seed"} else Depth.BRIEF)


@pytest.mark.slow
@pytest.mark.parametrize("secret", [*PAIRS, *MORE])
def test_nothing_tells_a_secret_whatever_is_clarifying_question_every_position(secret: str, tmp_path: Path) -> None:
    """More choices, both boards, two to four players, and everything asked about each position."""
    must_look_alike(tmp_path, (PAIRS | MORE)[secret], Depth.EVERY)


@pytest.mark.parametrize("secret", OWNED)
def test_its_own_seat_is_told_the_secret(secret: str, tmp_path: Path) -> None:
    """The control: with its key a seat sees its own choice wherever it looks."""
    pair = (PAIRS | MORE)[secret]
    assert pair.owner is not None

    one, other = both(tmp_path, pair, Sweep((pair.owner,), pair.owner, Depth.BRIEF))

    assert differing(one, other).keys() >= SHOWN
    assert one.exposed | other.exposed == frozenset()


def test_the_seed_decides_once_it_is_asked(tmp_path: Path) -> None:
    """The control: what the two seeds have in store is not the same."""
    last = {"kind": "name_attacker", "by": "birch", "attacker": "birch"}

    one, other = both(tmp_path, seeded("1", "3", secret=last), Sweep((PUBLIC,), depth=Depth.BRIEF))

    assert differing(one, other).keys() >= {f"GET {GAME}/frames", f"GET {GAME}/record", f"GET {GAME}/stream"}


@pytest.mark.parametrize("use", [True, False])
def test_a_draw_that_is_missing_is_told_to_whoever_keeps_to_the_decision(tmp_path: Path, *, use: bool) -> None:
    """In a witnessed game ash sees from the cards that are asked for what birch has chosen; but ash has chosen then."""
    with served(tmp_path / "games.db") as client:
        table = Table.opened(client, setup_named("knights_duty/1", "two-about-to-attack"), chance="witnessed")
        for seat, decision in (
            ("ash", {"kind": "declare_target", "target": "birch"}),
            ("birch", {"kind": "declare_target", "target": None}),
            ("birch", {"kind": "inspire", "use": use}),
        ):
            table.decide(seat, decision)
        asked, other = ({"kind": "inspire", "use": chosen} for chosen in (False, True))
        dry = table.send(Sent("ash", asked), query="?dry_run=1")

        told = table.send(Sent("ash", asked))
        after = table.send(Sent("ash", other))

        assert dry.json()["answer"] == "concealed"
        assert problem_of(told) == (422, "draw-missing")
        assert len(told.json()["request"]["pile"]) == (5 if use else 4)
        assert problem_of(after) == (409, "decision-held")


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found_where_it_is(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leak, pair = LEAKS[name], PAIRS[LEAKS[name].pair]

    one, other = both(tmp_path, pair, Sweep((leak.viewer,), pair.owner, Depth.BRIEF), leak.plant(monkeypatch))

    assert differing(one, other).keys() == leak.places


@pytest.mark.parametrize(
    ("plant", "secret", "found"),
    [
        (salts_without_values, "plan", {(f"GET {GAME}/events", "a salt")}),
        (whole_exports, "seed", {(f"GET {GAME}/record", "a salt"), (f"GET {GAME}/record", "a seed")}),
        (
            addresses_in_the_metrics,
            "plan",
            {(where, what) for where in (LOG, METRICS) for what in ("a key", "what somebody sent")},
        ),
    ],
)
def test_what_is_the_same_in_both_worlds_is_found_too(
    plant: Plant, secret: str, found: set[tuple[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Salts, seeds, keys, and whatever somebody sent where it did not fit."""
    pair = PAIRS[secret]

    shown = told(tmp_path / "one", pair.one, Sweep((ASH,), pair.owner, Depth.BRIEF), plant(monkeypatch))

    assert shown.exposed == found


def test_an_end_that_opens_nothing_keeps_what_was_never_shown(tmp_path: Path) -> None:
    """With ``reveal`` at none, tokens that nobody turned up before the end stay face down, and so does the seed."""
    must_look_alike(tmp_path, over("parry", "shield", reveal="none"))


def test_an_end_that_opens_everything_does_so(tmp_path: Path) -> None:
    """The control: then everybody has the token, and the holder sees it; through ash's eyes it is still face down."""
    pair = over("parry", "shield", reveal="all")

    one, other = both(tmp_path, pair, Sweep((PUBLIC,), depth=Depth.BRIEF))

    apart = {(label.operation, label.query) for label in told_apart(one, other)}
    assert {operation for operation, _ in apart} >= SHOWN - {f"GET {STREAM}", f"GET {GAME}/events/{{position}}"}
    replayed = {f"GET {GAME}{what}" for what in ("/state", "/frames", "/scenes")}
    assert {operation for operation, query in apart if HOLDER in query} >= replayed
    assert not replayed & {operation for operation, query in apart if ASH in query}
    assert one.exposed | other.exposed == frozenset()


@pytest.mark.parametrize("described", [True, False])
def test_a_route_that_nobody_asks_fails_the_sweep(tmp_path: Path, *, described: bool) -> None:
    """One that the OpenAPI document leaves out, too, as it does pages."""

    def with_another_route(service: Service) -> FastAPI:
        app, router = create_app(service), APIRouter()
        router.add_api_route("/games/{game}/plans", lambda: None, include_in_schema=described)
        app.include_router(router, prefix="/v1")
        return app

    with pytest.raises(AssertionError, match=r"nobody asked \{'GET /v1/games/\{game\}/plans'\}"):
        told(tmp_path / "one", PAIRS["start"].one, Sweep((PUBLIC,)), Parts(app=with_another_route))


@pytest.mark.parametrize(("operation", "parameter"), [("GET /v1/games", "outcome"), ("GET /", "player")])
def test_a_parameter_that_nobody_sends_fails_the_sweep(
    operation: str, parameter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sweeping.ROWS, operation, plain(operation.removeprefix("GET ")))

    with pytest.raises(AssertionError, match=rf"nobody asked .*{operation} {parameter}"):
        told(tmp_path / "one", PAIRS["start"].one, Sweep((PUBLIC,)))


def test_the_sweep_knows_what_the_description_leaves_out(tmp_path: Path) -> None:
    """All of it but the description itself is asked, with every parameter that it takes."""
    service = Service(tmp_path / "games.db", load_registry(), sources("0" * 64), address="http://test")
    try:
        app = create_app(service)

        found = sweeping.undescribed(app)
    finally:
        service.close()

    assert found == {
        "GET /openapi.json": set(),
        "GET /": {"edition", "player", "state", "badge", "after", "spoilers"},
        "GET /games/{game}": {"at", "edition", "player", "state", "badge", "spoilers"},
        "GET /games/{game}/board.svg": {"at", "of"},
        "GET /games/{game}/board.png": {"at", "of"},
        "GET /games/new": {"edition", "spoilers"},
        "GET /games/worker.js": set(),
        "GET /games/{game}/play": set(),
        "GET /games/{game}/scribe": set(),
        "GET /games/{game}/invite": {"spoilers"},
        "GET /games/{game}/result": {"spoilers"},
        "POST /qr-codes": set(),
        "GET /games/{game}/promises/new": {"spoilers"},
        "GET /games/{game}/promises/{promise}": {"spoilers"},
        "GET /players": {"name", "spoilers"},
        "GET /players/{name:path}": {"after", "imported", "spoilers"},
        "GET /disputes": {"game", "edition", "clause", "state", "arbiter", "after", "spoilers"},
        "GET /disputes/{dispute}": {"spoilers"},
        "GET /games/{game}/disputes/new": {"spoilers"},
        "GET /rulesets": {"spoilers"},
        "GET /rulesets/{ruleset}/{edition}/clauses/{clause}": {"after", "events", "spoilers"},
        "GET /rulesets/{ruleset}/{edition}": {"spoilers"},
        "GET /rulesets/{ruleset}/{edition}/draws": {"game", "spoilers"},
        "GET /static": set(),
    }
    assert found.keys() - {"GET /openapi.json"} <= sweeping.operations(app).keys() & sweeping.ROWS.keys()
