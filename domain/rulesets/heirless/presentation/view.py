"""What a viewer sees: the table built again, field by field; only Battlecards are not for everybody's eyes."""

from msgspec import UNSET, Struct, UnsetType

from oathbook.domain.kernel import Seat, Viewer
from oathbook.domain.rulesets.heirless.chapters.turns.control import control_of
from oathbook.domain.rulesets.heirless.model import battle_state, components
from oathbook.domain.rulesets.heirless.model.queries import seats_to_act
from oathbook.domain.rulesets.heirless.model.state import (
    Ballot,
    Bandit,
    Built,
    Knight,
    Offer,
    Pile,
    Player,
    Request,
    Stage,
    State,
    Track,
    Turn,
)
from oathbook.domain.rulesets.heirless.model.turn_order import bandit_cube, bandit_spot, priority, track_of
from oathbook.domain.rulesets.protocol import Ending


class TrackView(Struct, frozen=True, forbid_unknown_fields=True):
    """A track, and the spot of the Bandits on it; ``cube`` says that the Bandit Cube is there."""

    track: Track
    bandit_spot: int | None
    cube: bool


class TileView(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile, and who controls it now."""

    tile: components.Tile
    holder: Seat | None


class CardsView(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's Battlecards: how many there are, and those in hand that this viewer may see."""

    seat: Seat
    held: int
    hand: tuple[components.Name, ...] | None
    discarded: int


class PlacedView(Struct, frozen=True, forbid_unknown_fields=True):
    """A face-down Battlecard, by name if this viewer may see it."""

    seat: Seat
    card: components.Name | None


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """The game as a viewer may see it; ``recipes`` and ``battlecards`` are what each player has in the box."""

    stage: Stage
    season: int
    seasons: int
    current: components.TrackName
    turns: int
    turn: Turn | None
    asked: tuple[Seat, ...]
    tiles: tuple[TileView, ...]
    tracks: tuple[TrackView, ...]
    priority: tuple[Seat, ...]
    players: tuple[Player, ...]
    knights: tuple[Knight, ...]
    bandits: tuple[Bandit, ...]
    employed: tuple[components.Staff, ...]
    built: tuple[Built, ...]
    sovereign: tuple[components.Name, ...]
    piles: tuple[Pile, ...]
    laws: tuple[components.Law, ...]
    in_force: tuple[components.Name, ...]
    request: Request | None
    ballot: Ballot | None
    offers: tuple[Offer, ...]
    recipes: tuple[components.Recipe, ...]
    battlecards: tuple[components.Name, ...]
    cards: tuple[CardsView, ...]
    boards: tuple[battle_state.Board, ...]
    battles: tuple[battle_state.Battle, ...]
    hourglass: battle_state.Hourglass | None
    face_down: tuple[PlacedView, ...]
    ending: Ending | None
    crowned: Seat | UnsetType = UNSET
    reward_offers: tuple[battle_state.RewardOffer, ...] | UnsetType = UNSET


def view_of(state: State, viewer: Viewer) -> View:
    """The game for one viewer."""
    field, box = state.field, state.rules.components
    return View(
        stage=field.stage,
        season=field.season,
        seasons=box.seasons,
        current=field.current,
        turns=field.turns,
        turn=field.turn,
        asked=seats_to_act(state),
        tiles=tuple(TileView(tile, control_of(state, tile).holder) for tile in box.tiles),
        tracks=tuple(track_view(state, each.name) for each in box.tracks),
        priority=priority(state),
        players=field.players,
        knights=field.knights,
        bandits=field.bandits,
        employed=field.employed,
        built=field.built,
        sovereign=field.sovereign,
        piles=field.piles,
        laws=tuple(law for law in box.laws if law.name in field.laws),
        in_force=field.in_force,
        request=field.request,
        ballot=field.ballot,
        offers=field.offers,
        recipes=box.recipes,
        battlecards=tuple(each.name for each in box.battlecards),
        cards=tuple(cards_view(each, viewer) for each in field.war.cards),
        boards=field.war.boards,
        battles=field.war.battles,
        hourglass=field.war.hourglass,
        face_down=tuple(placed_view(each, viewer) for each in field.war.face_down),
        ending=field.ending,
        crowned=field.crowned,
        reward_offers=field.war.reward_offers,
    )


def track_view(state: State, name: components.TrackName) -> TrackView:
    """A track with its Bandit spot."""
    return TrackView(track_of(state.field, name), bandit_spot(state, name), bandit_cube(state) == name)


def placed_view(placed: battle_state.Placed, viewer: Viewer) -> PlacedView:
    """Everybody sees that a card was placed; which, only who placed it."""
    return PlacedView(placed.seat, placed.card.look() if placed.card.shows_to(viewer) else None)


def cards_view(cards: battle_state.BattleCards, viewer: Viewer) -> CardsView:
    """A hand that holds all cards is known to everybody (HA-60), which the number says; another to its owner."""
    hand = None
    if cards.hand is not None and cards.hand.shows_to(viewer):
        hand = cards.hand.look()
    return CardsView(cards.seat, cards.held, hand, cards.discarded)
