"""What letters can say of the table, and whom they can name by what is theirs."""

from typing import Final

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.chapters.turns.control import control_of
from oathbook.domain.rulesets.heirless.model import queries
from oathbook.domain.rulesets.heirless.model.components import Tile
from oathbook.domain.rulesets.heirless.model.goods import faction_named, gifts_in
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.model.turn_order import idle_order
from oathbook.domain.rulesets.heirless.rules import HT
from oathbook.domain.rulesets.heirless.words.letter_trades import CROSSED_OUT, INFLUENCE, PRESTIGE
from oathbook.domain.rulesets.vocabulary import Args, Certainty, Designator, Span, StatePhrase, Unknown

Who = Seat | Unknown | None


def _seat(args: Args) -> Seat:
    return Seat(str(args["who"]))


def _has(state: State, args: Args) -> Span:
    """Resources, Unemployed Workers, Influence, Prestige; only the judge of promises knows what is crossed out."""
    player, item = queries.player_of(state.field, _seat(args)), str(args["item"])
    faction = faction_named(item)
    if item == CROSSED_OUT:
        return Span(0, None)
    if faction is not None:
        return Span.of(queries.staff_of(player.unemployed, faction))
    return Span.of(
        {INFLUENCE: player.influence, PRESTIGE: player.prestige}.get(item, queries.amount_of(player.resources, item))
    )


def _offers(state: State, args: Args) -> Span:
    """The most of an item that one player offers another in an open trade that asks for nothing (HT-11.1)."""
    offered = [
        sum(gift.thing.count for gift in gifts if gift.thing.item == args["item"])
        for gifts in (tuple(gifts_in(offer.terms)) for offer in state.field.offers)
        if all((gift.giver, gift.taker) == (args["who"], args["to"]) for gift in gifts)
    ]
    return Span.of(max(offered, default=0))


def _has_built(state: State, args: Args) -> Span:
    built = queries.built_of(state.field, str(args["workplace"]))
    return Span.of(int(built is not None and built.owner == args["who"]))


def _has_card(state: State, args: Args) -> Span:
    """A hand that holds all cards is known to everybody (HA-60); of another one only its owner knows."""
    (cards,) = (each for each in state.field.war.cards if each.seat == args["who"])
    if cards.hand is None:
        return Span.of(1)
    return Span.of(int(args["card"] in cards.hand.look())) if cards.hand.is_open else Span(0, min(cards.held, 1))


_ENDS: Final = ("season_ends", "phase_begins", "game_closed")
ALL_IDLE: Final = Certainty(
    "a Season ends when every player is Idle", HT.ALL_IDLE, (*_ENDS, "battle_begins"), (*_ENDS, "season_begins")
)
"""The phase of which letters speak is that of the battles, which follow; and the game ends with a Season."""
NONE_IDLE: Final = Certainty("nobody is Idle as a Season begins", HT.IDLE_FOR_SEASON, ("season_begins",))


STATES: Final = (
    StatePhrase("has", "{who:player} has {count:amount} {item:item}", _has),
    StatePhrase(
        "holds",
        "{who:player} holds marker {marker:marker}",
        lambda state, args: Span.of(int(args["marker"] in queries.player_of(state.field, _seat(args)).markers)),
    ),
    StatePhrase(
        "controls",
        "{who:player} controls tile {tile:tile}",
        lambda state, args: Span.of(int(_controller(state, args) == args["who"])),
    ),
    StatePhrase(
        "knights",
        "{who:player} has {count:amount} knights on tile {tile:tile}",
        lambda state, args: Span.of(
            sum(each.seat == args["who"] and each.tile == args["tile"] for each in state.field.knights)
        ),
        ("{who:player} has {count:amount} knights in tile {tile:tile}",),
    ),
    StatePhrase(
        "stands",
        "knight {knight:knight} is on tile {tile:tile}",
        lambda state, args: Span.of(
            int(any(each.id == args["knight"] and each.tile == args["tile"] for each in state.field.knights))
        ),
    ),
    StatePhrase(
        "owns",
        "{who:player} owns workplace {workplace:workplace}",
        lambda state, args: Span.of(int(_owner(state, args) == args["who"])),
    ),
    StatePhrase(
        "offers",
        "{who:player} offers {to:player} {count:amount} {item:item}",
        _offers,
        ("{who:player} offers {count:amount} {item:item} to {to:player}",),
    ),
    StatePhrase("has-built", "{who:player} has built workplace {workplace:workplace}", _has_built),
    StatePhrase("has-card", "{who:player} has battlecard {card:battlecard} in hand", _has_card),
    StatePhrase(
        "idle",
        "{who:player} is idle",
        lambda state, args: Span.of(int(args["who"] in idle_order(state.field))),
        beforehand=ALL_IDLE,
        never=NONE_IDLE,
    ),
    StatePhrase(
        "in-force", "law {law:law} is in force", lambda state, args: Span.of(int(args["law"] in state.field.in_force))
    ),
    StatePhrase(
        "season",
        "the season is {season:number}",
        lambda state, args: Span.of(int(state.field.season == args["season"])),
    ),
)


# Who is meant ----------------------------------------------------------------------------------------------------


def _holder(state: State, args: Args) -> Who:
    return next((each.seat for each in state.field.players if args["marker"] in each.markers), None)


def _owner(state: State, args: Args) -> Who:
    """The player who has built it, or else has it in Hand."""
    built = queries.built_of(state.field, str(args["workplace"]))
    if built is not None:
        return built.owner
    return next((each.seat for each in state.field.players if args["workplace"] in each.hand), None)


def _controller(state: State, args: Args) -> Who:
    """A player: nobody, where the Bandits control the tile."""
    tile = queries.tile_of(state.rules, str(args["tile"]))
    assert isinstance(tile, Tile), "letters name tiles of the map"
    holder = control_of(state, tile).holder
    return holder if holder in state.seats else None


DESIGNATORS: Final = (
    Designator("holder", "the holder of marker {marker:marker}", _holder),
    Designator("owner", "the owner of workplace {workplace:workplace}", _owner),
    Designator("controller", "the controller of tile {tile:tile}", _controller),
)
