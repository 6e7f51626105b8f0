"""Each named candidate of a choice is lit in the scene of its seat, or its place has a reason here why it is not."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest
from msgspec import UNSET, Struct
from msgspec.structs import replace

from oathbook.api.cli.input_files import record_in
from oathbook.domain.games import game as games
from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.choices import Edge, choices_of
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.lights import Light, Lights
from oathbook.domain.rulesets.protocol import AnyRuleset, Scene
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.playouts import play_out
from tests.handgame.ruleset import HANDGAME
from tests.minigame.ruleset import MINIGAME
from tests.support.checkout import GOLDEN
from tests.support.sampling import some

RECORDS: Final = sorted(GOLDEN.rglob("*.jsonl"))
RULESETS: Final = (*load_registry().by_key.values(), MINIGAME, HANDGAME)
GAMES: Final = range(10)

UNLIT: Final = {
    ("gloomhaven_attack", "reach"): "the card that is played says it, and cards of abilities are not on the table",
    ("gloomhaven_attack", "modifiers"): "as its reach",
    ("gloomhaven_attack", "effects"): "as its reach",
    ("gloomhaven_attack", "advantage"): "what it is from is a word of the players'",
    ("gloomhaven_attack", "disadvantage"): "as an advantage",
    ("gloomhaven_attack", "source"): "the source of damage is a word of the players'",
    ("minigame", "side"): "for or against is no thing",
}
"""Places by title and field, each with the reason why nothing on the board stands for what is chosen there."""


class Candidate(Struct, frozen=True):
    """A value that can be chosen: the title, the field that it is for, its words, and what lights."""

    title: str
    field: str
    words: str
    lights: tuple[Light, ...]
    is_named: bool


def candidates_in(ruleset: AnyRuleset, record: Record, every: int = 1) -> Iterator[Candidate]:
    """What each seat, and the table, could choose at every so many positions of a game."""
    notation = GameNotation(ruleset, record.opened.setup())
    first, *rest = record.entries()
    game = games.begin(ruleset, record.game, first)
    for number, entry in enumerate((None, *rest)):
        game = game if entry is None else games.evolve(ruleset, game, entry)
        if number % every == 0 and not game.closed:
            for seat in (*(each.seat for each in record.opened.seats), TABLE):
                yield from _candidates_of(ruleset, notation, game.state, seat)


def _candidates_of(ruleset: AnyRuleset, notation: GameNotation, state: object, seat: Seat) -> Iterator[Candidate]:
    options = ruleset.options(state, seat)
    if not options.listed:
        return
    choices = choices_of(notation, options, Lights(ruleset.scene(ruleset.view(state, seat)), seat))
    title = ruleset.edition.key.partition("/")[0]
    for edge in (each for node in choices.nodes for each in node if each.words is not UNSET):
        lights = () if edge.lights is UNSET else edge.lights
        yield Candidate(title, str(edge.slot or edge.item), str(edge.words), lights, _is_named(edge))


def _is_named(edge: Edge) -> bool:
    """Whether it is no number, no yes or no, and not nothing."""
    assert edge.value is not UNSET
    return isinstance(msgspec.json.decode(edge.value), str | list | dict)


def unlit(candidates: Iterable[Candidate]) -> set[tuple[str, str, str]]:
    """The named candidates that nothing stands for, without a reason: title, field and words."""
    dark = (each for each in candidates if each.is_named and not each.lights)
    return {(each.title, each.field, each.words) for each in dark if (each.title, each.field) not in UNLIT}


def plain(scene: Scene) -> Scene:
    """A scene that says of nothing what it stands for."""
    return Scene(
        tuple(replace(each, stands_for=UNSET) for each in scene.cells),
        tuple(replace(each, stands_for=UNSET) for each in scene.pieces),
        tuple(
            replace(tray, stacks=tuple(replace(each, stands_for=UNSET) for each in tray.stacks), stands_for=UNSET)
            for tray in scene.trays
        ),
    )


def with_plain_scenes(ruleset: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> AnyRuleset:
    """The ruleset, whose scenes say of nothing what it stands for."""
    drawn = ruleset.scene

    def scene(_self: AnyRuleset, view: object) -> Scene:
        return plain(drawn(view))

    monkeypatch.setattr(type(ruleset), "scene", scene)
    return ruleset


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", some(RECORDS, 6), ids=lambda path: path.stem)
def test_each_named_candidate_of_a_golden_game_is_lit(path: Path, every: int) -> None:
    record = record_in(str(path))

    assert unlit(candidates_in(record.ruleset, record, every)) == set()


@pytest.mark.parametrize("seed", some(GAMES, 1))
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_each_named_candidate_of_a_random_game_is_lit(ruleset: AnyRuleset, seed: int) -> None:
    assert unlit(candidates_in(ruleset, play_out(ruleset, seed).record, every=3)) == set()


def test_each_named_candidate_of_a_package_is_lit(package: AnyRuleset) -> None:
    found = [each for seed in GAMES for each in candidates_in(package, play_out(package, seed).record, every=2)]

    assert {each.field for each in found if each.is_named} == {"card", "place", "to"}
    assert unlit(found) == set()


def test_numbers_that_the_scene_stands_for_are_lit() -> None:
    """Cards in one's hand, by where they are in it; places of one's grid, and offers."""
    hands = candidates_in(HANDGAME, play_out(HANDGAME, 1).record)
    record = record_in(str(GOLDEN / "heirless/e1/four-players-and-their-word.jsonl"))
    heirless = list(candidates_in(record.ruleset, record, every=5))

    lit = {each.field: each.lights for each in (*hands, *heirless) if not each.is_named and each.lights}
    assert set(lit) == {"place", "cell", "offer"}
    assert not [each for each in heirless if each.field in {"cell", "offer"} and not each.lights]


def test_every_reason_is_of_a_place_that_is_not_lit() -> None:
    paths = [path for path in RECORDS if "gloomhaven_attack" in path.parts]
    played = [record_in(str(path)) for path in paths]
    games_of = [*((each.ruleset, each) for each in played), (MINIGAME, play_out(MINIGAME, 2).record)]

    dark = {(each.title, each.field) for game in games_of for each in candidates_in(*game) if not each.lights}
    assert set(UNLIT) <= dark


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("cube_bag/g1/siege-of-a-city", {"area", "back", "card", "losses", "unit"}),
        ("gloomhaven_attack/fh/rolling-advantage", {"card"}),
        ("gloomhaven_attack/gh1/whole-scenario", {"item"}),
        ("heirless/e1/four-players-and-their-word", {"ally", "card", "discard", "makes", "terms", "worker", "workers"}),
        ("knights_duty/1/draw-by-agreement", {"clan"}),
    ],
)
def test_a_scene_that_does_not_say_what_it_stands_for_is_noticed(
    name: str, fields: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control, for each title."""
    record = record_in(str(GOLDEN / f"{name}.jsonl"))
    ruleset = with_plain_scenes(record.ruleset, monkeypatch)

    assert {field for _, field, _ in unlit(candidates_in(ruleset, record))} == fields


def test_a_package_that_does_not_say_it_is_noticed(package: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: without it, a card and a place are lit by their names, and the player who is paid is not."""
    record = play_out(package, 0).record

    assert {field for _, field, _ in unlit(candidates_in(with_plain_scenes(package, monkeypatch), record))} == {"to"}
