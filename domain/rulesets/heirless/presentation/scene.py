"""The view as shapes: the map with Knights and Bandits, and beside it tracks, reserves, cards, vote and hourglass."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import UNSET

from oathbook.domain.kernel import Seat, display_name, display_seat
from oathbook.domain.rulesets import protocol
from oathbook.domain.rulesets.heirless.model.battle_state import FigureName, Hourglass
from oathbook.domain.rulesets.heirless.model.goods import describe_thing, gifts_in
from oathbook.domain.rulesets.heirless.model.state import BANDITS, GRID, Built, Player, Spending
from oathbook.domain.rulesets.heirless.presentation.view import TileView, TrackView, View

_ANSWERS: Final[Mapping[bool | None, str]] = {None: "to be asked", True: "taken", False: "left"}
COLOURS: Final = ("red", "blue", "green", "yellow", "black", "white")


def scene_of(view: View) -> protocol.Scene:
    """Cells of the map, a piece a figure, a tray for everything beside the map."""
    colours = {player.seat: COLOURS[number] for number, player in enumerate(view.players)}
    trays = (
        *_tracks(view, colours),
        *_vote(view, colours),
        *_offers(view),
        *_hourglass(view, colours),
        *_reward_offers(view, colours),
    )
    own = (tray for player in view.players for tray in _of_player(view, player, colours[player.seat]))
    return protocol.Scene(
        cells=tuple(_cell(each) for each in view.tiles),
        pieces=tuple(_pieces(view, colours)),
        trays=(*trays, *own, *_common(view)),
    )


def _cell(seen: TileView) -> protocol.Cell:
    """A tile, marked with its Faction and with the player who controls it; a mark is a word a line, so it is short."""
    tile = seen.tile
    holder = "" if seen.holder is None else "Bandits'" if seen.holder == BANDITS else f"{display_seat(seen.holder)}'s"
    marks = (tile.faction or "", holder)
    seat = None if seen.holder == BANDITS else seen.holder
    return protocol.Cell(tile.name, tile.x, tile.y, "hex", ", ".join(mark for mark in marks if mark), seat)


def _pieces(view: View, colours: dict[Seat, str]) -> Iterator[protocol.Piece]:
    """Knights and Bandits on the map, with their Wounds while they fight.

    A Knight is marked with its number among its player's, a Bandit with its number among all Bandits. A Knight that
    fights stands for its player.
    """
    fighting = {each.figure for each in view.hourglass.figures} if view.hourglass else set[FigureName]()
    for knight in view.knights:
        if knight.tile is not None:
            notes, mark = _notes(view.hourglass, knight.id), knight.id.rpartition("-")[2]
            fights_for = (knight.seat,) if knight.id in fighting else UNSET
            label, colour = display_name(knight.id), colours[knight.seat]
            yield protocol.Piece(knight.id, knight.tile, label, colour, notes, knight.seat, mark, fights_for)
    for number, bandit in enumerate(view.bandits, start=1):
        if bandit.tile is not None:
            notes = _notes(view.hourglass, bandit.id)
            yield protocol.Piece(bandit.id, bandit.tile, display_name(bandit.id), "grey", notes, mark=f"B{number}")


def _notes(hourglass: Hourglass | None, figure: FigureName) -> tuple[str, ...]:
    """Wounds and target of a figure that fights, and with whom its owner is allied."""
    if hourglass is None:
        return ()
    there = [each for each in hourglass.figures if each.figure == figure]
    notes = [f"Wounds {each.wounds}" for each in there]
    notes += [f"attacks {display_name(aim.target)}" for aim in hourglass.aims if aim.figure == figure]
    sides = [alliance for each in there for alliance in hourglass.alliances if each.owner in alliance]
    return (*notes, *(f"Alliance of {' and '.join(map(display_seat, alliance))}" for alliance in sides))


def _tracks(view: View, colours: dict[Seat, str]) -> Iterator[protocol.Tray]:
    """Both tracks, spot by spot, the Bandit Cube where it stands."""
    for each in view.tracks:
        name = each.track.name
        current = " (current)" if name == view.current else ""
        spots = tuple(_spot(each, number, colours) for number in range(1, len(each.track.spots) + 1))
        yield protocol.Tray(f"track {name}", f"track {name}{current}", spots)


def _spot(seen: TrackView, number: int, colours: dict[Seat, str]) -> protocol.Stack:
    there = seen.track.spots[number - 1]
    if number == seen.bandit_spot:
        what = BANDITS if seen.cube else "Bandit spot"
        return protocol.Stack(f"spot {number}", f"{number}: {what}", colour="grey" if seen.cube else "")
    return protocol.Stack(
        f"spot {number}",
        f"{number}: {display_seat(there) if there else 'free'}",
        colour="" if there is None else colours[there],
    )


def _vote(view: View, colours: dict[Seat, str]) -> Iterator[protocol.Tray]:
    """What everybody has spent so far, and who is still to be asked."""
    if view.ballot is None:
        return
    spent = {each.seat: each for each in view.ballot.spent}
    stacks = tuple(
        protocol.Stack(
            seat,
            f"{display_seat(seat)}: {_spent(spent[seat]) if seat in spent else 'to be asked'}",
            colour=colours[seat],
        )
        for seat in view.ballot.voters
    )
    yield protocol.Tray("vote", f"vote on {display_name(view.ballot.law)}, Threshold {view.ballot.threshold}", stacks)


def _spent(each: Spending) -> str:
    """Nothing is for neither side."""
    return f"{each.influence} {each.side}" if each.influence else "nothing"


def _offers(view: View) -> Iterator[protocol.Tray]:
    for offer in view.offers:
        stacks = tuple(
            protocol.Stack(
                f"{number}",
                f"{display_seat(gift.giver)} gives {display_name(describe_thing(gift.thing))} "
                f"to {display_seat(gift.taker)}",
            )
            for number, gift in enumerate(gifts_in(offer.terms), start=1)
        )
        label = (
            f"offer {offer.number} of {display_seat(offer.by)}, agreed: {', '.join(map(display_seat, offer.accepted))}"
        )
        yield protocol.Tray(f"offer {offer.number}", label, stacks, offer.by)


def _hourglass(view: View, colours: dict[Seat, str]) -> Iterator[protocol.Tray]:
    """The two parts of the Hourglass Board while a Battle is fought, and whose Battle Turn it is."""
    if view.hourglass is None:
        return
    attacker = view.hourglass.attacker
    turn = f", Battle Turn {view.hourglass.turn} of {display_seat(attacker)}" if attacker else ""
    yield from _cards_in_use(view, view.hourglass, colours)
    for part in ("top", "bottom"):
        stacks = tuple(
            protocol.Stack(
                each.seat,
                display_seat(each.seat),
                each.top if part == "top" else each.bottom,
                colours.get(each.seat, "grey"),
            )
            for each in view.hourglass.cubes
        )
        yield protocol.Tray(f"hourglass {part}", f"Hourglass Board, {part}{turn if part == 'top' else ''}", stacks)


def _reward_offers(view: View, colours: dict[Seat, str]) -> Iterator[protocol.Tray]:
    """What players say about the rewards that they are asked about."""
    stacks = tuple(
        protocol.Stack(
            f"{each.seat} {each.tile}",
            f"{display_seat(each.seat)}, {display_name(each.tile)}: {_ANSWERS[each.takes]}",
            colour=colours[each.seat],
        )
        for each in view.reward_offers or ()
    )
    if stacks:
        yield protocol.Tray("rewards", "rewards", stacks)


def _cards_in_use(view: View, hourglass: Hourglass, colours: dict[Seat, str]) -> Iterator[protocol.Tray]:
    """Battlecards face up, and face down those of Defenders, by name for who placed them."""
    up = tuple(
        protocol.Stack(each.seat, f"{display_seat(each.seat)}: {each.card}", 1, colours.get(each.seat, "grey"))
        for each in hourglass.face_up
    )
    down = tuple(
        protocol.Stack(
            each.seat,
            f"{display_seat(each.seat)}: {each.card or 'a card'}",
            1,
            colours[each.seat],
            face_down=each.card is None,
        )
        for each in view.face_down
    )
    if up or down:
        yield protocol.Tray("cards in use", "Battlecards in use", (*up, *down), kind="cards")


def _of_player(view: View, player: Player, colour: str) -> Iterator[protocol.Tray]:
    """Reserves, Hand, grid and Battlecards of a seat; its reserve stands for the player."""
    seat = player.seat
    home = sum(knight.seat == seat and knight.tile is None for knight in view.knights)
    stacks = (
        protocol.Stack("Influence", "Influence", player.influence),
        protocol.Stack("Prestige", "Prestige", player.prestige),
        *((protocol.Stack("crowned", "crowned: wins with this Season"),) if view.crowned == seat else ()),
        protocol.Stack("Knights", "un-deployed Knight", home, colour),
        *(protocol.Stack(each.of, each.of, each.count) for each in player.resources),
        *(
            protocol.Stack(f"{each.faction} Workers", f"{each.faction} Worker", each.count, stands_for=(each.faction,))
            for each in player.unemployed
        ),
        *(protocol.Stack(f"marker {name}", f"marker {name}", stands_for=(name,)) for name in player.markers),
    )
    owner = f"{display_seat(seat)}'s"
    yield protocol.Tray(f"{seat}'s reserve", f"{owner} reserve", stacks, seat, "counts", (seat,))
    yield protocol.Tray(f"{seat}'s Hand", f"{owner} Hand", _cards(player.hand), seat, "cards")
    built = sorted((each for each in view.built if each.owner == seat), key=lambda each: each.cell)
    grid = (*map(_workplace, built), *_free_places({each.cell for each in built}))
    yield protocol.Tray(f"{seat}'s Workplaces", f"{owner} Workplaces", grid, seat)
    yield from _battlecards(view, seat)


def _workplace(built: Built) -> protocol.Stack:
    """A Workplace on its place."""
    used = f", used by {display_seat(built.user)}" if built.user else ""
    label = f"{built.cell}: {display_name(built.workplace)}{used}"
    return protocol.Stack(built.workplace, label, stands_for=(f"place {built.cell}",))


def _free_places(taken: set[int]) -> Iterator[protocol.Stack]:
    free = tuple(f"place {number}" for number in range(1, GRID + 1) if number not in taken)
    if free:
        yield protocol.Stack("free", "free place", len(free), stands_for=free)


def _battlecards(view: View, seat: Seat) -> Iterator[protocol.Tray]:
    """Those in hand by name where this viewer sees them, and how many are discarded.

    Everybody knows a full hand; it is laid open in a Battle. With an empty one, those discarded can be placed.
    """
    fights = view.hourglass is not None and seat in view.hourglass.players
    for each in view.cards:
        if each.seat == seat:
            is_full = fights and each.held == len(view.battlecards)
            named = tuple(protocol.Stack(name, name) for name in (view.battlecards if is_full else each.hand or ()))
            unseen = (protocol.Stack("Battlecards", "Battlecard", each.held, face_down=True),)
            again = UNSET if each.held else view.battlecards
            discards = protocol.Stack("discards", "discarded", each.discarded, face_down=True, stands_for=again)
            stacks = (*(named or unseen), discards)
            yield protocol.Tray(f"{seat}'s Battle Hand", f"{display_seat(seat)}'s Battle Hand", stacks, seat, "cards")


def _common(view: View) -> Iterator[protocol.Tray]:
    """What lies in the middle: Laws, the Sovereign Workplace, discards, the Employed, what can be refined."""
    laws = tuple(protocol.Stack(law.name, f"{display_name(law.name)}, Threshold {law.threshold}") for law in view.laws)
    yield protocol.Tray("Laws", "available Laws", laws, kind="cards")
    yield protocol.Tray("Laws in force", "Laws in force", _cards(view.in_force), kind="cards")
    yield protocol.Tray("Sovereign", "Sovereign Workplace", _cards(view.sovereign), kind="cards")
    for pile in view.piles:
        yield protocol.Tray(f"{pile.deck} discards", f"{pile.deck} discards", _cards(pile.cards), kind="cards")
    employed = tuple(
        protocol.Stack(f"employed {each.faction}", f"{each.faction} Worker", each.count) for each in view.employed
    )
    yield protocol.Tray("Employed", "Employed Workers", employed)
    recipes = tuple(
        protocol.Stack(f"recipe {each.makes}", f"{each.first} + {each.second} = {each.makes}", stands_for=(each.makes,))
        for each in view.recipes
    )
    yield protocol.Tray("Recipes", "refining", recipes)


def _cards(names: Iterable[str]) -> tuple[protocol.Stack, ...]:
    return tuple(protocol.Stack(name, display_name(name)) for name in names)
