"""The view as shapes: hexes, a piece an army and a structure, the bag and what lies around it as trays."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from oathbook.domain.kernel import Seat, display_name, display_seat
from oathbook.domain.rulesets.cube_bag.model.components import Cubes, Hex, card_title
from oathbook.domain.rulesets.cube_bag.model.cubes import BLACK, NEUTRAL
from oathbook.domain.rulesets.cube_bag.model.state import Army, Fighter, Player, Structure
from oathbook.domain.rulesets.cube_bag.presentation.view import BattleView, View
from oathbook.domain.rulesets.kit.scenes import hex_cell
from oathbook.domain.rulesets.protocol import Cell, Piece, Scene, Stack, Tray


def scene_of(view: View) -> Scene:
    """Hexes with their terrain and province; armies with units and marks; bag, cubes drawn, supplies and mats."""
    colours = {player.seat: player.colour for player in view.players}
    target = "" if view.battle is None else view.battle.target
    cells = tuple(_cell(view, each, target) for each in (*view.map.land, *view.map.water))
    armies = (_army(army, colours) for army in view.armies)
    structures = (_structure(each, colours) for each in view.structures)
    razed = _lost("razed", "structures that can be built again", (each.structure for each in view.razed))
    battle = () if view.battle is None else _battle_trays(view.battle, colours)
    mats = (tray for player in view.players for tray in _mat(player))
    common = Tray(
        "supply", "common supply", _stacks("supply", {BLACK: view.black, NEUTRAL: view.neutral}), kind="cubes"
    )
    return Scene(cells, (*structures, *armies), (*battle, *razed, *mats, common))


def _cell(view: View, place: Hex, target: Hex) -> Cell:
    province = next((each.name for each in view.map.provinces if place in each.hexes), "")
    marks = (
        "water" if place in view.map.water else "",
        " ".join(each for each in (province, view.religions.get(province, "")) if each),
        "attacked" if place == target else "",
    )
    return hex_cell(place, ", ".join(mark for mark in marks if mark))


def _army(army: Army, colours: dict[Seat, str]) -> Piece:
    notes = (
        *(f"{count} {unit}" for unit, count in Counter(army.units).items()),
        *(("depleted",) if army.depleted else ()),
        *(("holds a relic",) if army.relic else ()),
    )
    label, colour = f"army {army.id}", colours.get(army.seat, "")
    units = tuple(f"{army.id}/{unit}" for unit in dict.fromkeys(army.units))
    return Piece(army.id, army.hex, label, colour, notes, army.seat, army.id[:3], units)


def _structure(each: Structure, colours: dict[Seat, str]) -> Piece:
    notes = (
        *((f"black cubes {each.black}",) if each.black else ()),
        *((f"sides {' '.join(each.sides)}",) if each.sides else ()),
        *((f"stages {each.stages}",) if each.stages else ()),
    )
    name, _, number = each.id.partition("-")
    mark = f"{name[:1]}{number}" if number else name[:2]
    return Piece(each.id, each.hex, each.kind, colours.get(each.seat, ""), notes, each.seat, mark)


def _battle_trays(battle: BattleView, colours: dict[Seat, str]) -> Iterator[Tray]:
    yield Tray("bag", "battle bag", _stacks("bag", battle.bag), kind="cubes")
    drawn = tuple(replace(each, stands_for=(each.colour,)) for each in _stacks("drawn", battle.drawn))
    yield Tray("drawn", "cubes drawn", drawn, kind="cubes")
    yield Tray("discarded", "cubes discarded", _stacks("discarded", battle.discarded), kind="cubes")
    yield from _lost("fallen", "structures that have fallen", battle.fallen)
    for fighter in (battle.attacker, battle.defender):
        yield _prepared(fighter, colours.get(fighter.seat, ""))
    for choice in battle.choices:
        losses = choice.losses
        name = f"{choice.seat}'s choice of losses"
        label = f"{display_seat(choice.seat)}'s choice of losses"
        hidden = (Stack(f"{choice.seat} losses", "chosen", 1, "", face_down=True),)
        open_ = tuple(Stack(loss.of, f"{_object(loss.of)}: {loss.damage}", loss.damage, BLACK) for loss in losses or ())
        yield Tray(name, label, hidden if losses is None else open_, choice.seat)


def _lost(name: str, label: str, structures: Iterable[Structure]) -> Iterator[Tray]:
    """Structures that are not on the map, if there are any."""
    stacks = tuple(Stack(each.id, f"{display_seat(each.seat)}'s {each.kind}") for each in structures)
    if stacks:
        yield Tray(name, label, stacks)


def _object(of: str) -> str:
    """What damage is dealt to: a unit of an army, or a structure."""
    army, _, unit = of.partition("/")
    return f"{unit} of army {army}" if unit else display_name(army)


def _prepared(fighter: Fighter, colour: str) -> Tray:
    name = f"cubes prepared by {fighter.seat}"
    return Tray(
        name,
        f"cubes prepared by {display_seat(fighter.seat)}",
        _stacks(name, {colour: fighter.own, NEUTRAL: fighter.neutral}),
        fighter.seat,
        "cubes",
    )


def _mat(player: Player) -> Iterator[Tray]:
    name = f"{player.seat}'s mat"
    colour = player.colour
    yield Tray(
        name,
        f"{display_seat(player.seat)}'s mat",
        (
            Stack(f"{name} supply", "supply", player.supply, colour),
            Stack(f"{name} actions", "action cubes", player.actions, colour),
            *(
                Stack(f"{name} {card.name}", card_title(card.name), card.experience, colour, stands_for=(card.name,))
                for card in player.cards
            ),
            *(
                Stack(f"{name} {what}", display_name(what), player.mat.get(what, 0), stands_for=(what,))
                for what in dict.fromkeys((*player.built, *player.mat))
            ),
            *(Stack(f"{name} {each}", card_title(each), 1) for each in player.achievements),
        ),
        player.seat,
        "counts",
    )
    units = f"{player.seat}'s units"
    stacks = tuple(
        Stack(f"{units} {unit}", unit, count, colour, stands_for=(unit,)) for unit, count in player.units.items()
    )
    yield Tray(units, f"{display_seat(player.seat)}'s units in the supply", stacks, player.seat, "counts")


def _stacks(tray: str, cubes: Cubes) -> tuple[Stack, ...]:
    return tuple(Stack(f"{tray} {colour}", f"{colour} cubes", cubes[colour], colour) for colour in sorted(cubes))
