"""The view as shapes: the map with Knights and Bandits, and beside it tracks, reserves, cards, vote and hourglass."""

from collections.abc import Iterable, Iterator
from typing import Final

from oathbook.domain.kernel.seats import Seat
from oathbook.domain.kernel.spelling import called, spaced
from oathbook.domain.rulesets.heirless.model.battle_state import FigureName, Hourglass
from oathbook.domain.rulesets.heirless.model.goods import gifts_in, said
from oathbook.domain.rulesets.heirless.model.state import BANDITS, Player, Spending
from oathbook.domain.rulesets.heirless.shown.view import TileView, TrackView, View
from oathbook.domain.rulesets.protocol import Cell, Piece, Scene, Stack, Tray

COLOURS: Final = ("red", "blue", "green", "yellow", "black", "white")


def scene_of(view: View) -> Scene:
    """Cells of the map, a piece a figure, a tray for everything beside the map."""
    colours = {player.seat: COLOURS[number] for number, player in enumerate(view.players)}
    trays = (*_tracks(view, colours), *_vote(view, colours), *_offers(view), *_hourglass(view, colours))
    own = (tray for player in view.players for tray in _of_player(view, player, colours[player.seat]))
    return Scene(
        cells=tuple(_cell(each) for each in view.tiles),
        pieces=tuple(_pieces(view, colours)),
        trays=(*trays, *own, *_common(view)),
    )


def _cell(seen: TileView) -> Cell:
    """A tile, marked with its Faction and with the player who controls it; a mark is a word a line, so it is short."""
    tile = seen.tile
    holder = "" if seen.holder is None else "Bandits'" if seen.holder == BANDITS else f"{called(seen.holder)}'s"
    marks = (tile.faction or "", holder)
    seat = None if seen.holder == BANDITS else seen.holder
    return Cell(tile.name, tile.x, tile.y, "hex", ", ".join(mark for mark in marks if mark), seat)


def _pieces(view: View, colours: dict[Seat, str]) -> Iterator[Piece]:
    """Knights and Bandits on the map, with their Wounds while they fight.

    A Knight is marked with its number among its player's, a Bandit with its number among all Bandits.
    """
    for knight in view.knights:
        if knight.tile is not None:
            notes, mark = _notes(view.hourglass, knight.id), knight.id.rpartition("-")[2]
            yield Piece(knight.id, knight.tile, spaced(knight.id), colours[knight.seat], notes, knight.seat, mark)
    for number, bandit in enumerate(view.bandits, start=1):
        if bandit.tile is not None:
            notes = _notes(view.hourglass, bandit.id)
            yield Piece(bandit.id, bandit.tile, spaced(bandit.id), "grey", notes, mark=f"B{number}")


def _notes(hourglass: Hourglass | None, figure: FigureName) -> tuple[str, ...]:
    """Wounds and target of a figure that fights, and with whom its owner is allied."""
    if hourglass is None:
        return ()
    there = [each for each in hourglass.figures if each.figure == figure]
    notes = [f"Wounds {each.wounds}" for each in there]
    notes += [f"attacks {spaced(aim.target)}" for aim in hourglass.aims if aim.figure == figure]
    sides = [alliance for each in there for alliance in hourglass.alliances if each.owner in alliance]
    return (*notes, *(f"Alliance of {' and '.join(map(called, alliance))}" for alliance in sides))


def _tracks(view: View, colours: dict[Seat, str]) -> Iterator[Tray]:
    """Both tracks, spot by spot, the Bandit Cube where it stands."""
    for each in view.tracks:
        name = each.track.name
        current = " (current)" if name == view.current else ""
        spots = tuple(_spot(each, number, colours) for number in range(1, len(each.track.spots) + 1))
        yield Tray(f"track {name}", f"track {name}{current}", spots)


def _spot(seen: TrackView, number: int, colours: dict[Seat, str]) -> Stack:
    there = seen.track.spots[number - 1]
    if number == seen.bandit_spot:
        what = BANDITS if seen.cube else "Bandit spot"
        return Stack(f"spot {number}", f"{number}: {what}", colour="grey" if seen.cube else "")
    return Stack(
        f"spot {number}",
        f"{number}: {called(there) if there else 'free'}",
        colour="" if there is None else colours[there],
    )


def _vote(view: View, colours: dict[Seat, str]) -> Iterator[Tray]:
    """What everybody has spent so far, and who is still to be asked."""
    if view.ballot is None:
        return
    spent = {each.seat: each for each in view.ballot.spent}
    stacks = tuple(
        Stack(seat, f"{called(seat)}: {_spent(spent[seat]) if seat in spent else 'to be asked'}", colour=colours[seat])
        for seat in view.ballot.voters
    )
    yield Tray("vote", f"vote on {spaced(view.ballot.law)}, Threshold {view.ballot.threshold}", stacks)


def _spent(each: Spending) -> str:
    """Nothing is for neither side."""
    return f"{each.influence} {each.side}" if each.influence else "nothing"


def _offers(view: View) -> Iterator[Tray]:
    for offer in view.offers:
        stacks = tuple(
            Stack(f"{number}", f"{called(gift.giver)} gives {spaced(said(gift.thing))} to {called(gift.taker)}")
            for number, gift in enumerate(gifts_in(offer.terms), start=1)
        )
        label = f"offer {offer.number} of {called(offer.by)}, agreed: {', '.join(map(called, offer.accepted))}"
        yield Tray(f"offer {offer.number}", label, stacks, offer.by)


def _hourglass(view: View, colours: dict[Seat, str]) -> Iterator[Tray]:
    """The two parts of the Hourglass Board while a Battle is fought, and whose Battle Turn it is."""
    if view.hourglass is None:
        return
    attacker = view.hourglass.attacker
    turn = f", Battle Turn {view.hourglass.turn} of {called(attacker)}" if attacker else ""
    yield from _cards_in_use(view, view.hourglass, colours)
    for part in ("top", "bottom"):
        stacks = tuple(
            Stack(
                each.seat, called(each.seat), each.top if part == "top" else each.bottom, colours.get(each.seat, "grey")
            )
            for each in view.hourglass.cubes
        )
        yield Tray(f"hourglass {part}", f"Hourglass Board, {part}{turn if part == 'top' else ''}", stacks)


def _cards_in_use(view: View, hourglass: Hourglass, colours: dict[Seat, str]) -> Iterator[Tray]:
    """Battlecards face up, and face down those of Defenders, by name for who placed them."""
    up = tuple(
        Stack(each.seat, f"{called(each.seat)}: {each.card}", 1, colours.get(each.seat, "grey"))
        for each in hourglass.face_up
    )
    down = tuple(
        Stack(
            each.seat,
            f"{called(each.seat)}: {each.card or 'a card'}",
            1,
            colours[each.seat],
            face_down=each.card is None,
        )
        for each in view.face_down
    )
    if up or down:
        yield Tray("cards in use", "Battlecards in use", (*up, *down), kind="cards")


def _of_player(view: View, player: Player, colour: str) -> Iterator[Tray]:
    """Reserves, Hand, grid and Battlecards of a seat."""
    seat = player.seat
    home = sum(knight.seat == seat and knight.tile is None for knight in view.knights)
    stacks = (
        Stack("Influence", "Influence", player.influence),
        Stack("Prestige", "Prestige", player.prestige),
        Stack("Knights", "un-deployed Knight", home, colour),
        *(Stack(each.of, each.of, each.count) for each in player.resources),
        *(Stack(f"{each.faction} Workers", f"{each.faction} Worker", each.count) for each in player.unemployed),
        *(Stack(f"marker {name}", f"marker {name}") for name in player.markers),
    )
    owner = f"{called(seat)}'s"
    yield Tray(f"{seat}'s reserve", f"{owner} reserve", stacks, seat, "counts")
    yield Tray(f"{seat}'s Hand", f"{owner} Hand", _cards(player.hand), seat, "cards")
    grid = tuple(
        Stack(
            each.workplace,
            f"{each.cell}: {spaced(each.workplace)}" + (f", used by {called(each.user)}" if each.user else ""),
        )
        for each in sorted(view.built, key=lambda built: built.cell)
        if each.owner == seat
    )
    yield Tray(f"{seat}'s Workplaces", f"{owner} Workplaces", grid, seat)
    yield from _battlecards(view, seat)


def _battlecards(view: View, seat: Seat) -> Iterator[Tray]:
    """Those in hand by name where this viewer sees them, and how many are discarded."""
    for each in view.cards:
        if each.seat == seat:
            named = tuple(Stack(name, name) for name in each.hand or ())
            unseen = (Stack("Battlecards", "Battlecard", each.held, face_down=True),)
            discards = Stack("discards", "discarded", each.discarded, face_down=True)
            stacks = (*(named or unseen), discards)
            yield Tray(f"{seat}'s Battle Hand", f"{called(seat)}'s Battle Hand", stacks, seat, "cards")


def _common(view: View) -> Iterator[Tray]:
    """What lies in the middle: Laws, the Sovereign Workplace, discards, the Employed."""
    laws = tuple(Stack(law.name, f"{spaced(law.name)}, Threshold {law.threshold}") for law in view.laws)
    yield Tray("Laws", "available Laws", laws, kind="cards")
    yield Tray("Laws in force", "Laws in force", _cards(view.in_force), kind="cards")
    yield Tray("Sovereign", "Sovereign Workplace", _cards(view.sovereign), kind="cards")
    for pile in view.piles:
        yield Tray(f"{pile.deck} discards", f"{pile.deck} discards", _cards(pile.cards), kind="cards")
    employed = tuple(Stack(each.faction, f"{each.faction} Worker", each.count) for each in view.employed)
    yield Tray("Employed", "Employed Workers", employed)


def _cards(names: Iterable[str]) -> tuple[Stack, ...]:
    return tuple(Stack(name, spaced(name)) for name in names)
