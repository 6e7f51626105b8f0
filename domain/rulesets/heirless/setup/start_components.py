"""The components, checked: every name and figure that another one relies on."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import UNSET

from oathbook.domain.rulesets.heirless.model import components
from oathbook.domain.rulesets.heirless.model.switches import Printing
from oathbook.domain.rulesets.kit.start_checks import check_that, check_unique

TAKEN: Final = (*components.FACTIONS, "Influence", "Prestige", "Knights")
"""What else is in a reserve, by the name under which it is counted and shown."""


def check_components(box: components.Components, printing: Printing) -> None:
    """``BadRecord`` naming the field that does not fit."""
    _check_map(box)
    _check_tracks(box, printing)
    check_unique(box.resources, "components.resources")
    check_unique(box.markers, "components.markers")
    check_unique((recipe.makes for recipe in box.recipes), "components.recipes")
    known = set(box.resources)
    check_that(
        known.isdisjoint(TAKEN), "components.resources", f"one is called as other things are: {', '.join(TAKEN)}"
    )
    for recipe in box.recipes:
        of = {recipe.first, recipe.second, recipe.makes}
        check_that(of <= known and len(of) == 3, f"components.recipes.{recipe.makes}", "not three Resources of the box")  # noqa: PLR2004  # because a recipe names three
    for where, amounts in _amounts_in(box):
        check_unique((each.of for each in amounts), where)
        check_that({each.of for each in amounts} <= known, where, "there is no such Resource")
        check_that(
            all(each.count <= components.BOX for each in amounts),
            where,
            f"there are {components.BOX} of a kind at most",
        )
    check_unique((each.faction for each in box.start.unemployed), "components.start.unemployed")
    many = any(each.count > components.BOX for each in box.start.unemployed)
    check_that(not many, "components.start.unemployed", f"there are {components.BOX} of a kind at most")
    _check_cards(box)
    crown = any(each.deck == "Sovereign" and each.on_assign for each in box.workplaces)
    check_that(box.victory != "coronation" or crown, "components.victory", "no Sovereign Workplace crowns anybody")
    for side, figures in (("knight", box.knight), ("camp", box.camp)):
        check_delay(figures, f"components.{side}.delay")
    for name, cards in (("battlecards", box.battlecards), ("bandit_battlecards", box.bandit_battlecards)):
        _check_battlecards(cards, f"components.{name}")


def _check_map(box: components.Components) -> None:
    """Flee directions lead over tiles of the map, and end somewhere."""
    check_unique((tile.name for tile in box.tiles), "components.tiles")
    leads = {tile.name: tile.flee for tile in box.tiles}
    for tile in box.tiles:
        where = f"components.tiles.{tile.name}"
        check_that(tile.flee is None or tile.flee in leads, where, "its Flee direction leads off the map")
        check_that(not tile.camp or tile.faction is not None, where, "a Bandit Tile is of a Faction")
        check_that(tile.camp or not tile.bandits, where, "Bandits begin on Bandit Tiles")
        check_that(tile.name not in _beyond(leads, tile.name), where, "its Flee direction leads back to it")


def _check_tracks(box: components.Components, printing: Printing) -> None:
    """Each once, their Bandit spots at opposite ends (HT-3.4); a ring has only one."""
    check_unique((track.name for track in box.tracks), "components.tracks")
    spots = {track.bandit_spot for track in box.tracks}
    apart = printing.tracker == "ring" or len(spots) == len(box.tracks)
    check_that(apart, "components.tracks", "one has its Bandit spot at the top, the other at the bottom")


def _beyond(leads: dict[components.Name, components.Name | None], name: components.Name) -> Iterator[components.Name]:
    """The tiles a Knight comes to that flees again and again, each once."""
    seen: set[components.Name] = set()
    tile = leads[name]
    while tile is not None and tile in leads and tile not in seen:
        yield tile
        seen.add(tile)
        tile = leads[tile]


def _amounts_in(box: components.Components) -> Iterator[tuple[str, tuple[components.Amount, ...]]]:
    yield "components.start.resources", box.start.resources
    for tile in box.tiles:
        yield f"components.tiles.{tile.name}.reward.resources", tile.reward.resources
    for each in box.workplaces:
        yield f"components.workplaces.{each.name}.cost", each.cost
        yield from _of_action(each.action, f"components.workplaces.{each.name}.action")
        if each.on_assign is not UNSET:
            yield f"components.workplaces.{each.name}.on_assign.gains", each.on_assign.gains
    for law in box.laws:
        yield from _of_action(law.action, f"components.laws.{law.name}.action")


def _of_action(action: components.CardAction | None, where: str) -> Iterator[tuple[str, tuple[components.Amount, ...]]]:
    if action is not None:
        yield f"{where}.pays", action.pays
        yield f"{where}.gains", action.gains


def _check_cards(box: components.Components) -> None:
    """Each card once, and Hands of Workplaces that are not the Sovereign one."""
    check_unique((each.name for each in box.workplaces), "components.workplaces")
    check_unique((law.name for law in box.laws), "components.laws")
    both = {each.name for each in box.workplaces} & {law.name for law in box.laws}
    check_that(not both, "components.laws", f"{', '.join(sorted(both))} is a Workplace too")
    in_hand = [name for hand in box.hands for name in hand]
    check_unique(in_hand, "components.hands")
    decks = {each.name: each.deck for each in box.workplaces}
    check_that(set(in_hand) <= set(decks), "components.hands", "one is no Workplace of the box")
    check_that(
        all(decks[name] != "Sovereign" for name in in_hand), "components.hands", "a Sovereign Workplace is in no Hand"
    )


def check_delay(figures: components.Figures, where: str) -> None:
    """Their Delay, or ``BadRecord`` naming the field."""
    check_that(not figures.delay.startswith("-"), where, "Knights and Bandits wait, they do not hurry")


def _check_battlecards(cards: Iterable[components.Battlecard], where: str) -> None:
    check_unique((card.name for card in cards), where)
