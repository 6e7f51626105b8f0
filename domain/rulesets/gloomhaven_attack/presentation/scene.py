"""The view as shapes: figures as pieces beside the board, and trays for decks, discards, the draw and the supplies."""

from typing import Final

from msgspec import UNSET

from oathbook.domain.kernel import display_name
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Attack, Figure
from oathbook.domain.rulesets.gloomhaven_attack.presentation.view import DeckView, View
from oathbook.domain.rulesets.protocol import Piece, Scene, Stack, Tray

_WHOSE: Final = {"all": "any deck", "monsters": "the deck of monsters", "characters": "decks of characters"}
COLOURS: Final = {"character": "blue", "summon": "green", "monster": "red"}


def scene_of(view: View) -> Scene:
    """There is no board; figures that have died are left out."""
    pieces = tuple(_piece(view, figure) for figure in view.figures if not figure.dead)
    trays = [tray for deck in view.decks for tray in _deck(deck)]
    if view.attack is not None:
        trays.append(_drawn(view.attack, is_asked=view.stage == "choosing"))
    ready = tuple(
        Stack(f"{each.card} {each.decks}", f"{display_name(each.card)} for {_WHOSE[each.decks]}", each.left)
        for each in view.supplies
    )
    fallen = tuple(Stack(name, f"where {display_name(name)} died") for name in view.tokens)
    beside = (Tray("supply", "cards that lie ready", ready, kind="cards"), Tray("tokens", "tokens", fallen))
    return Scene((), pieces, (*trays, *beside))


def _piece(view: View, figure: Figure) -> Piece:
    notes = [f"{figure.hit_points} hit points"]
    notes += [f"standee {figure.standee}"] if figure.standee else []
    notes += [f"shield {figure.shield}"] if figure.shield else []
    notes += [f"retaliate {figure.retaliate}"] if figure.retaliate else []
    notes += [each.of for each in figure.defences]
    notes += figure.conditions
    notes += [f"{display_name(item)}{' (used)' if item in figure.spent else ''}" for item in figure.items]
    items = None
    if view.attack is not None and view.attack.attacker == figure.id:
        notes.append("attacks")
        items = tuple(item for item in figure.items if item not in figure.spent)
    if view.attack is not None and view.attack.targets[view.attack.current].figure == figure.id:
        notes.append("is attacked")
    seat = None if figure.kind == "monster" else figure.seat
    mark = f"{figure.id[:1].upper()}{figure.standee or ''}"
    return Piece(
        figure.id, None, display_name(figure.id), COLOURS[figure.kind], tuple(notes), seat, mark, items or UNSET
    )


def _deck(deck: DeckView) -> tuple[Tray, Tray]:
    """What can still come, kind by kind, and the discards, the first one first."""
    pile = tuple(
        Stack(f"{deck.name} {each.card}", display_name(each.card), each.count, face_down=True) for each in deck.pile
    )
    discards = tuple(
        Stack(f"{deck.name} discard {number}", display_name(card)) for number, card in enumerate(deck.discards, 1)
    )
    due = ", shuffled when the round ends" if deck.shuffle_due else ""
    name = display_name(deck.name)
    return (
        Tray(f"{deck.name} deck", f"{name}: deck{due}", pile, kind="cards"),
        Tray(f"{deck.name} discards", f"{name}: discards", discards, kind="cards"),
    )


def _drawn(attack: Attack, *, is_asked: bool) -> Tray:
    """The cards that lie on the table for the target at hand; the last two, wherever they are, if one is asked for."""
    how = "" if attack.mode == "neither" else f", with {attack.mode.capitalize()}"
    last = len(attack.drawn)
    pair = {last - 1: ("first",), last: ("second",)} if is_asked else {}
    return Tray(
        "drawn",
        f"drawn for {display_name(attack.attacker)}{how}",
        tuple(
            Stack(f"drawn {number}", display_name(each.card), stands_for=pair.get(number, UNSET))
            for number, each in enumerate(attack.drawn, 1)
            if each.on_table or number in pair
        ),
        kind="cards",
    )
