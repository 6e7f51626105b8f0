"""Law 5 over hidden draws: worlds that differ in a dealt hand tell the same to all who may not see it."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient
from msgspec import UNSET
from msgspec.structs import replace

from oathbook.api.app import create_app
from oathbook.api.http import read_your_writes as waiting
from oathbook.api.replay_cache import Events
from oathbook.api.service import Service
from oathbook.domain.games import drafts, game_events
from oathbook.domain.games.game_events import DrawMade
from oathbook.domain.kernel import HOLDER, Draw, DrawRequest, HiddenParts, Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import Registry, load_registry
from oathbook.replays.frames import Replay
from oathbook.replays.replay_index import ReplayIndex
from tests.handgame import model as m
from tests.handgame.ruleset import ANN, BRAM, HANDGAME, setup_of
from tests.service.secrecy.leaky import OpenCache
from tests.service.secrecy.looks import Depth
from tests.service.secrecy.pairs import Pair
from tests.service.secrecy.planting import Plant, changed
from tests.service.secrecy.telling import Sweep, Told, differing, told
from tests.service.secrecy.worlds import GAME, Parts, Script, others, sources
from tests.support.playing import Json
from tests.support.serving import bearer, to_open

SETUP: Final = setup_of(m.Components(tuple("1223345")), (ANN, BRAM))
DEAL: Final[Json] = {"kind": "deal", "by": "ann"}
PLAY: Final[Json] = {"kind": "play", "by": "ann", "place": 0}
TAKE: Final[Json] = {"kind": "take", "by": "bram"}
REFUSED: Final[Json] = {"kind": "play", "place": 9}
STORED: Final = frozenset(f"GET {GAME}{what}" for what in ("/events", "/record", "/stream"))
"""Where draws stand as they are stored."""
SHOWN: Final = frozenset(
    f"GET {GAME}{what}" for what in ("/state", "/frames", "/scenes", "/events", "/record", "/stream")
)
"""Where a seat sees its own hand."""

pytestmark = pytest.mark.gate


def dealt(*seeds: str, after: tuple[Json, ...] = ()) -> Pair:
    """Ann has the same hand in both worlds, and the same card lies open; the hand of bram and the deck are others."""
    one, other = (
        Script(SETUP, (DEAL,), after=(PLAY, TAKE, *after), refused=REFUSED, edition="handgame/1", seed=f"{seed:>064}")
        for seed in seeds
    )
    return Pair(one, other, BRAM)


HANDS: Final = dealt("9", "e")


class WithHands:
    """Makes services that have the game of hands as well, in whose registry a leak may be planted."""

    def __init__(self, ruleset: AnyRuleset = HANDGAME, then: Callable[[Service], None] = lambda _: None) -> None:
        """Take the game, or one that leaks, and what is done to the service when it has been made."""
        self._ruleset, self._then = ruleset, then

    def __call__(self, db: Path, registry: Registry, given: Sources, *, address: str) -> Service:
        """Make one."""
        service = Service(db, Registry(*registry.by_key.values(), self._ruleset), given, address=address)
        self._then(service)
        return service


@pytest.fixture(autouse=True)
def _nobody_waits_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "WAIT_SECONDS", 0.01)


def both(folder: Path, pair: Pair, sweep: Sweep, parts: Parts | None = None) -> tuple[Told, Told]:
    """What both worlds of a pair tell."""
    parts = parts or Parts(service=WithHands())
    return told(folder / "one", pair.one, sweep, parts), told(folder / "other", pair.other, sweep, parts)


def test_nobody_else_can_tell_a_dealt_hand(tmp_path: Path) -> None:
    """No route, page, stream, export, metric, read model or log line differs for ann, the table or the public."""
    one, other = both(tmp_path, HANDS, Sweep(others(HANDS.one, BRAM), BRAM, Depth.FULL))

    assert differing(one, other) == {}
    assert one.exposed | other.exposed == frozenset()


def test_whose_hand_it_is_sees_it(tmp_path: Path) -> None:
    """The control."""
    one, other = both(tmp_path, HANDS, Sweep((BRAM,), BRAM, Depth.BRIEF))

    assert differing(one, other).keys() >= SHOWN
    assert one.exposed | other.exposed == frozenset()


def _view_of_everything(state: m.State, _: Viewer) -> m.View:
    return HANDGAME.view(state, HOLDER)


CARELESS_HANDS: Final = replace(HANDGAME, view=_view_of_everything)
"""A game that shows every card that it has, whoever looks."""


class WholeReplay(Replay):
    """A game from the whole record."""

    def __init__(self, record: Record, viewer: Viewer) -> None:
        """Take all of it."""
        super().__init__(replace(record, ruleset=CARELESS_HANDS), HOLDER)
        self.viewer = viewer


class WholeCache(OpenCache):
    """A cache that hands out such replays."""

    def index(self, game: str, viewer: Viewer, *, new_events: Events = (), rulings: bool = True) -> ReplayIndex:
        """All of the game."""
        del rulings
        return ReplayIndex(WholeReplay(self.record(game, new_events=new_events), viewer))


def drawn_in_the_clear(patch: pytest.MonkeyPatch) -> Parts:
    """A draw is stored as everybody may see it."""

    def shown(of: int, draw: Draw) -> DrawMade:
        return DrawMade(of, Draw(draw.label, draw.visible_pile or (), draw.every_card(), draw.source))

    patch.setattr(drafts, "game_events", changed(game_events, DrawMade=shown))
    return Parts(service=WithHands())


def piles_in_the_clear(patch: pytest.MonkeyPatch) -> Parts:
    """What was drawn is hidden, and the pile tells what was drawn before."""

    def shown(of: int, draw: Draw) -> DrawMade:
        parts = HiddenParts(draw.hidden_cards) if draw.hidden_cards else UNSET
        return DrawMade(of, Draw(draw.label, draw.visible_pile or (), draw.drawn, draw.source, (), parts))

    patch.setattr(drafts, "game_events", changed(game_events, DrawMade=shown))
    return Parts(service=WithHands())


def hands_in_scenes(_: pytest.MonkeyPatch) -> Parts:
    """Replays are made of the whole record, and the game shows every card that it has."""
    return Parts(service=WithHands(CARELESS_HANDS, WholeCache.put_into))


@pytest.mark.parametrize(
    ("plant", "places"),
    [
        (drawn_in_the_clear, STORED),
        (piles_in_the_clear, STORED),
        (hands_in_scenes, {f"GET {GAME}/scenes", f"GET {GAME}/frames"}),
    ],
)
def test_a_hand_that_leaks_is_found(
    plant: Plant, places: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the draw as it is stored, in what is left of the deck, in a scene."""
    one, other = both(tmp_path, HANDS, Sweep((ANN,), BRAM, Depth.BRIEF), plant(monkeypatch))

    assert differing(one, other).keys() >= places


def missing_in(folder: Path, hand: tuple[str, str]) -> Json:
    """What ann is answered who takes a card, and does not say which, where bram was dealt this hand."""
    folder.mkdir()
    dealt = {"deal/ann": ("2", "4"), "deal/bram": hand, "turn": ("3",), "burn": ("3",)}
    draws = [{"label": label, "drawn": cards} for label, cards in dealt.items()]
    service = WithHands()(folder / "games.db", load_registry(), sources("5eed" * 16), address="http://test")
    with TestClient(create_app(service)) as client:
        opened = client.post("/v1/games", json=to_open(SETUP, chance="witnessed") | {"edition": "handgame/1"}).json()
        path, key = f"/v1/games/{opened['game']}/decisions", {**bearer("ann"), "If-Match": "*"}
        assert client.post(path, json={"decision": {"kind": "deal"}, "draws": draws}, headers=key).status_code == 201
        answer: Json = client.post(path, json={"decision": {"kind": "take"}}, headers=key).json()
    return answer


def whole(request: DrawRequest) -> DrawRequest:
    """A request with its pile."""
    return request


def test_a_draw_that_is_missing_tells_no_hidden_pile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor what is left of it; the control is a request that is told whole."""
    hands = (("5", "2"), ("1", "2"))
    told = [missing_in(tmp_path / f"told-{number}", hand) for number, hand in enumerate(hands)]

    monkeypatch.setattr(DrawRequest, "without_hidden_pile", whole)
    leaked = [missing_in(tmp_path / f"leaked-{number}", hand) for number, hand in enumerate(hands)]

    assert told[0] == told[1]
    assert (told[0]["type"], told[0]["request"]["pile"]) == ("/v1/problems#draw-missing", [])
    assert leaked[0] != leaked[1]
