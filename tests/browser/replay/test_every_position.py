"""At every position of every game the page says what the routes answer, whoever looks, and its frame stays in place."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from oathbook.domain.kernel.limits import PAGE
from tests.browser.replay.test_one_screen import FRAME
from tests.browser.walking import asked, walking
from tests.service.disputes.test_remedies import keyed
from tests.support.browsing import NARROW, WIDE, Library
from tests.support.checkout import GOLDEN
from tests.support.playing import Json, read
from tests.support.serving import Client, Table, await_read_models, bearer, key_of
from tests.support.tampering import another

NAMES: Final = sorted(path.relative_to(GOLDEN).with_suffix("").as_posix() for path in GOLDEN.rglob("*.jsonl"))

UNDER_WAY: Final = [name for name in NAMES if b'"game.closed/1"' not in (GOLDEN / f"{name}.jsonl").read_bytes()]
A_FIFTH: Final = [
    pytest.param(each, marks=pytest.mark.slow if number % 5 else ()) for number, each in enumerate(UNDER_WAY)
]
"""The others are for the long profile."""

ALWAYS: Final = {"heirless/e1/four-players-and-their-word", "heirless/e2/two-actions-in-a-turn"}
SAMPLE: Final = [each for number, each in enumerate(NAMES) if each in ALWAYS or not number % 5]
"""A fifth, the showcase, and the one game of its edition; the long profile shows every game to everybody."""

DECIDED: Final = {"DecisionMade", "DrawMade"}
BECAME: Final = {"broken", "kept", "void", "released", "undetermined"}
MOST_TOLD: Final = 60

IN_HASTE: Final = """
const later = window.setTimeout;
window.setTimeout = (does, wait, ...rest) => later(does, wait <= 120 ? 0 : wait, ...rest);
const ask = window.fetch;
window.fetch = (asked, ...rest) => String(asked).includes("/since?") ? new Promise(() => {}) : ask(asked, ...rest);
"""
"""The page waits for nobody who passes by, and asks for no links: a step takes as long as its answers take."""

WALKED: Final = r"""async ([length, frame]) => {
    const at = (id) => document.getElementById(id);
    const text = (element) => element.textContent.replace(/\s+/g, " ").trim();
    const all = (selector, within = document) => [...within.querySelectorAll(selector)];
    const {port1, port2} = new MessageChannel();
    const turn = () => new Promise((done) => ((port1.onmessage = done), port2.postMessage("")));
    const until = async (holds) => {
        for (const began = performance.now(); !holds(); await turn())
            if (performance.now() - began > 30000) throw new Error(`still at ${text(at("where"))}`);
    };
    const list = document.querySelector("#promises ul");
    const said = new Map();
    const read = (item) => ({
        says: all("a > span", item).map(text), became: all(".became", item).map(text),
    });
    const shown = [];
    for (let position = 1; position <= length; position += 1) {
        if (position > 1) document.body.dispatchEvent(new KeyboardEvent("keydown", {key: ".", bubbles: true}));
        const there = new RegExp(`^Position ${position}( of|$)`);
        const current = () => document.querySelector("#steps [aria-current]");
        await until(() => there.test(text(at("where"))) && list.getAttribute("aria-busy") === "false" && current());
        for (const item of all("#steps > li")) {
            const told = JSON.stringify(read(item));
            said.set(item.value, [...new Set([...(said.get(item.value) ?? []), told])]);
        }
        shown.push({
            position,
            standing: all("#standing > li").map(text),
            happened: all("#happenings > li").map((item) => ({
                position: item.value, says: all("p:not(.notice)", item).map(text),
            })),
            current: current().closest("li").value,
            boxes: JSON.stringify(frame.map((each) => document.querySelector(each).getBoundingClientRect())),
            promises: all(":scope > li", list).map((item) => ({
                promise: text(item.querySelector("a")), status: text(item.querySelector(".stands")),
                letter: text(item.querySelector("blockquote")), asks: all(".asked", item).map(text),
            })),
        });
    }
    const log = [...said].sort(([one], [other]) => one - other);
    return {shown, log: log.map(([position, told]) => ({position, told: told.map((each) => JSON.parse(each))}))};
}"""
"""What the page shows at each position, and in all that it draws of the log on the way."""


def viewers_of(client: Client, game: str) -> list[str]:
    """Whose eyes there are on a game: everybody's once it is over, before that the public's."""
    viewers: list[str] = asked(client, game, "")["may_look_as"]
    return viewers


@pytest.mark.parametrize("name", SAMPLE)
def test_the_page_says_what_the_routes_answer(browser: Browser, library: Library, client: Client, name: str) -> None:
    """Through the eyes of one viewer, in each game of another."""
    game = library.games[name]
    viewers = viewers_of(client, game)
    compare(browser, library, client, game, viewers[NAMES.index(name) % len(viewers)])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_what_the_routes_answer_to_everybody(
    browser: Browser, library: Library, client: Client, name: str
) -> None:
    for viewer in viewers_of(client, library.games[name]):
        compare(browser, library, client, library.games[name], viewer)


@pytest.mark.parametrize("name", A_FIFTH)
def test_the_page_says_what_the_routes_answer_to_a_seat_while_a_game_runs(
    browser: Browser, library: Library, name: str
) -> None:
    """With the key of one seat, in each game of another."""
    keyed_game, seats = with_keys(library, name, "one")
    compare_as(browser, library, keyed_game, seats[UNDER_WAY.index(name) % len(seats)])


@pytest.mark.slow
@pytest.mark.parametrize("name", UNDER_WAY)
def test_the_page_says_what_the_routes_answer_to_every_seat_while_a_game_runs(
    browser: Browser, library: Library, name: str
) -> None:
    keyed_game, seats = with_keys(library, name, "every")
    for seat in seats:
        compare_as(browser, library, keyed_game, seat)


@pytest.mark.parametrize("planted", ["standing", "happened", "promises", "log"])
def test_a_page_that_says_something_else_is_found(
    browser: Browser, library: Library, client: Client, planted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: of a game with a promise, a route that says nothing of it."""
    monkeypatch.setattr(Told, planted, nothing)

    with pytest.raises(AssertionError, match="public"):
        compare(browser, library, client, library.games["heirless/e1/promise-broken-by-an-act"], "public")


def nothing(*_: object) -> list[str]:
    """What is said of anything where something is missing."""
    return []


def with_keys(library: Library, name: str, which: str) -> tuple[str, list[str]]:
    """A game that is under way once more, its keys known, and its seats."""
    record = another(keyed(read((GOLDEN / f"{name}.jsonl").read_bytes())), f"{which}: {name}")
    with library.process.client() as client:
        Table.imported(client, record)
        await_read_models(client)
    return record.game, [each.seat for each in record.opened.seats]


def compare_as(browser: Browser, library: Library, game: str, seat: str) -> None:
    """The same with the key of a seat."""
    with library.process.client() as client:
        client.headers.update(bearer(seat))
        compare(browser, library, client, game, seat, f"#key={key_of(seat)}")


def compare(
    browser: Browser, library: Library, client: Client, game: str, viewer: str, query: str | None = None
) -> None:
    """Walk through a game as somebody, in a small window or a large one, and hold the page against the routes."""
    told, size = Told(client, game, viewer), NARROW if len(viewer) % 2 else WIDE
    with walking(browser, library, game, query or f"?as={viewer}", before=lambda page: in_haste(page, size)) as walk:
        walked: Json = walk.go(1).page.evaluate(WALKED, [len(told.frames), FRAME])

    assert [each["position"] for each in walked["shown"]] == [*told.frames]
    for shown in walked["shown"]:
        position = shown["position"]
        assert shown["standing"] == list(told.standing(position)), (viewer, position)
        assert shown["happened"] == told.happened(position), (viewer, position)
        assert shown["current"] == told.steps[told.frames[position]["step"]][-1], (viewer, position)
        assert shown["promises"] == told.promises(position), (viewer, position)
    assert walked["log"] == list(told.log()), viewer
    assert len({each["boxes"] for each in walked["shown"]}) == 1, viewer


def in_haste(page: Page, size: ViewportSize) -> None:
    """Let what waits a moment wait for nothing, in a window of that size."""
    page.set_viewport_size(size)
    page.add_init_script(IN_HASTE)


class Told:
    """What the routes answer to somebody about a game that is over."""

    def __init__(self, client: Client, game: str, viewer: str) -> None:
        """Ask for what is to be had by ranges."""
        self._client, self._game, self._viewer = client, game, viewer
        self.players = {each["seat"]: each["player"] for each in asked(client, game, "")["seats"]}
        self.frames = {each["position"]: each for each in self._paged("/scenes", "scenes")}
        self.steps: dict[int, list[int]] = {}
        for position, frame in self.frames.items():
            self.steps.setdefault(frame["step"], []).append(position)
        self.became = [each for each in self._asked("/outline")["promises"] if each["kind"] in BECAME]
        self.said = {at: [each["sentence"] for each in frame["happenings"]] for at, frame in self.frames.items()}
        if viewer == "public":
            self.said = dict(self._timeline())

    def _asked(self, path: str, **query: object) -> Json:
        return asked(self._client, self._game, path, as_=self._viewer, **query)

    def _paged(self, path: str, what: str) -> Iterator[Json]:
        first: int | None = 1
        while first:
            page = self._asked(path, from_=first)
            yield from page[what]
            first = page["next"]

    def _timeline(self) -> Iterator[tuple[int, list[str]]]:
        """What the timeline says of each position, which is what everybody may know."""
        after: int | None = 0
        while after is not None:
            page = asked(self._client, self._game, "/timeline", after=after, limit=PAGE)
            for place in page["places"]:
                yield place["position"], [each["sentence"] for each in place["sentences"]]
            after = page["next"]

    def standing(self, position: int) -> Iterator[str]:
        """A line for everybody who has anything or is to act, and what holds the game up or ended it."""
        found, acts = self._asked("/standing", at=position), self.frames[position]["to_act"]
        seats = [*self.players, *(each["seat"] for each in found["scores"]), *acts]
        for seat in dict.fromkeys(seats):
            player = self.players.get(seat)
            name = player or ("The table" if seat == "table" else capital(seat))
            known_as = f" ({capital(seat)})" if player and player.lower() != seat else ""
            scores = ", ".join(each["says"] for each in found["scores"] if each["seat"] == seat)
            badges = f"{' to act' * (seat in acts)}{' out' * (seat in found['out'])}"
            yield f"{name}{known_as}{scores and f': {scores}'}{badges}"
        if found["stall"]:
            yield f"held up: {found['stall']}"
        if found["ending"]:
            won = ", ".join(self.players.get(each) or capital(each) for each in found["ending"]["winners"])
            yield f"over: {found['ending']['outcome']}{won and f', won by {won}'}"

    def happened(self, position: int) -> list[Json]:
        """Each event of the step up to there, with its clauses and readings."""
        step = [at for at in self.steps[self.frames[position]["step"]] if position - MOST_TOLD <= at <= position]
        return [{"position": at, "says": [*self._cited(at)]} for at in step]

    def _cited(self, position: int) -> Iterator[str]:
        happenings = self.frames[position]["happenings"]
        for each, sentence in zip(happenings, self.said[position], strict=True):
            yield " ".join([capital(sentence), *each["cites"], *each["readings"]])

    def log(self) -> Iterator[Json]:
        """Each step once: what came of it, or else the decision, and what became of promises."""
        for step in self.steps.values():
            came = [says for at in step if self.frames[at]["type"] not in DECIDED for says in self.said[at]]
            became = [capital(each["says"]) for each in self.became if each["position"] in step]
            says = [capital(each) for each in came or self.said[step[0]]]
            yield {"position": step[-1], "told": [{"says": says, "became": became}]}

    def promises(self, position: int) -> list[Json]:
        """Each promise as it stands there, and what it still asks."""
        return [
            {
                "promise": each["promise"],
                "status": "offered" if each["stands"] == "offered" and each["status"] == "pending" else each["status"],
                "letter": " ".join(each["letter"].split()),
                "asks": [f"still asked: {self._named(one)}" for one in each["asks"]],
            }
            for each in self._asked("/promises", at=position)["promises"]
        ]

    def _named(self, says: str) -> str:
        """A sentence with seats by their names, but for what it quotes."""
        seats = re.compile(rf"\b(?:{'|'.join(self.players)})\b")
        return "".join(
            part if part.startswith("“") else seats.sub(lambda seat: capital(seat[0]), part)
            for part in re.split("(“[^”]*”)", says)
        )


def capital(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]
