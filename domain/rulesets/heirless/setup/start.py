"""The beginning of a game: from the box, or from a start position, checked field by field."""

from collections import Counter
from typing import Final

from msgspec import convert, to_builtins
from msgspec.structs import replace

from oathbook.domain.rulesets.heirless.chapters.setup import initial_field, war
from oathbook.domain.rulesets.heirless.model import turn_order
from oathbook.domain.rulesets.heirless.model.components import Components
from oathbook.domain.rulesets.heirless.model.queries import seats_to_act
from oathbook.domain.rulesets.heirless.model.state import Field, State
from oathbook.domain.rulesets.heirless.model.switches import Printing, Rules, Switches, TurnSwitches
from oathbook.domain.rulesets.heirless.setup.start_battles import IN_BATTLES, check_battlefield
from oathbook.domain.rulesets.heirless.setup.start_components import check_components
from oathbook.domain.rulesets.heirless.setup.start_underway import check_underway
from oathbook.domain.rulesets.kit.start_checks import check_countable, check_that, check_unique
from oathbook.domain.rulesets.protocol import Setup

FEWEST: Final = 3
MOST: Final = 6

STAGES: Final = ("turns", "consent", "vote", *IN_BATTLES)  # where a game may be taken up

MOST_FIGURES: Final = 20
MOST_BANDITS: Final = 100  # so that a Battle Turn has no more draws and consequences than a step may have


def initial_state(setup: Setup, printing: Printing, *, anywhere: bool = False) -> State:
    """The state a setup describes; ``BadRecord`` names the field that does not fit.

    With ``anywhere`` the game may be in any stage: of one in which none is taken up, only the pieces are checked.
    """
    assert isinstance(setup.components, Components)
    assert isinstance(setup.switches, TurnSwitches)
    check_components(setup.components, printing)
    seats = tuple(each.seat for each in setup.seats)
    check_that(FEWEST <= len(seats) <= MOST, "seats", f"Heirless is for {FEWEST} to {MOST} players, not {len(seats)}")
    for tile in setup.components.tiles:
        check_that(tile.name not in seats, f"components.tiles.{tile.name}", "a seat is called so too")
    rules = Rules(setup.components, convert(to_builtins(setup.switches), Switches), printing)
    start = start_position(setup)
    if start is None:
        return State(rules, seats, initial_field(rules, seats))
    check_that(
        tuple(player.seat for player in start.players) == seats, "start.players", "not the seats, in their order"
    )
    state = State(rules, seats, start)
    check = check_pieces if anywhere and start.stage not in STAGES else check_start
    check(state)
    return state


def start_position(setup: Setup) -> Field | None:
    """The start position; one that does not speak of Battlecards or Attributes has those of the box."""
    field, box = setup.start, setup.components
    assert isinstance(field, Field | None)
    assert isinstance(box, Components)
    if field is None:
        return None
    of_the_box = war(box, tuple(each.seat for each in setup.seats))
    cards, boards = field.war.cards or of_the_box.cards, field.war.boards or of_the_box.boards
    return replace(field, war=replace(field.war, cards=cards, boards=boards))


def check_start(state: State) -> None:
    """A position that a game can be played on from; ``BadRecord`` names the field that does not fit."""
    field = state.field
    check_pieces(state)
    check_that(field.stage in STAGES, "start.stage", f"a game can be taken up at {', '.join(STAGES)}")
    check_that(field.ending is None, "start.ending", "the game is over")
    check_that(not field.crowned or field.crowned in state.seats, "start.crowned", "there is no such player")
    check_tracks(state)
    check_underway(state)
    check_battlefield(state)
    check_that(len(seats_to_act(state)) == 1, "start.stage", "nobody is asked")


def check_pieces(state: State) -> None:
    """Numbers that can be counted, and everything that players have or that lies on the table, out of the box."""
    field, seasons = state.field, state.rules.components.seasons
    for name in ("season", "turns", "votes", "offered", "earned", "discarded"):
        check_countable(getattr(field, name), f"start.{name}")
    check_that(1 <= field.season <= seasons, "start.season", f"the game has {seasons} Seasons, counted from 1")
    check_players(state)
    check_figures(state)
    check_workplaces(state)
    check_laws(state)


def check_tracks(state: State) -> None:
    """Every cube once, none on a Bandit spot; it is the turn of a player who is not Idle, from where their cube is."""
    field = state.field
    names = sorted(track.name for track in field.tracks)
    check_that(names == ["t1", "t2"], "start.tracks", "there are two tracks, t1 and t2")
    if state.rules.printing.tracker == "two_track":
        first = state.rules.components.first_track
        odd = first if field.season % 2 else turn_order.other_track(first)
        check_that(field.current == odd, "start.current", f"the tracks change places every Season: now it is {odd}")
    for track in field.tracks:
        where = f"start.tracks.{track.name}"
        check_that(len(track.spots) == len(state.seats) + 1, where, f"it has {len(state.seats) + 1} spots")
        bandits = turn_order.bandit_spot(state, track.name)
        check_that(bandits is None or track.spots[bandits - 1] is None, where, "a player stands on the Bandit spot")
    cubes = (*turn_order.active_players(field), *turn_order.idle_order(field))
    check_unique(cubes, "start.tracks")
    check_that(set(cubes) == set(state.seats), "start.tracks", "not the cubes of all players, and of nobody else")
    if field.stage in IN_BATTLES:
        check_that(
            field.turn is None and not turn_order.active_players(field),
            "start.turn",
            "Battles begin when every player is Idle",
        )
    else:
        _check_turn(state)


def _check_turn(state: State) -> None:
    field, turn = state.field, state.field.turn
    check_that(turn is not None, "start.turn", "it is nobody's turn")
    assert turn is not None, "said in the line before"
    spots = turn_order.track_of(field, field.current).spots
    there = spots[turn.spot - 1] if 1 <= turn.spot <= len(spots) else None
    check_that(there == turn.seat, "start.turn", f"the cube of {turn.seat} does not stand on spot {turn.spot}")
    most = state.rules.printing.standard_actions_per_turn
    check_that(turn.actions < most, "start.turn.actions", f"a turn is over after {most}")
    check_that(field.turns > 0, "start.turns", "turns are counted from 1")


def check_players(state: State) -> None:
    """Reserves of every player, within what may be counted and what is in the box."""
    field, box = state.field, state.rules.components
    for player in field.players:
        where = f"start.players.{player.seat}"
        counts = (*(each.count for each in player.resources), *(each.count for each in player.unemployed))
        check_countable(max(player.influence, player.prestige, *counts), where)
        check_unique((each.of for each in player.resources), f"{where}.resources")
        known = {each.of for each in player.resources} <= set(box.resources)
        check_that(known, f"{where}.resources", "there is no such Resource")
        check_unique((each.faction for each in player.unemployed), f"{where}.unemployed")
    check_unique((each.faction for each in field.employed), "start.employed")
    check_countable(max((each.count for each in field.employed), default=0), "start.employed")
    check_unique((marker for player in field.players for marker in player.markers), "start.players.markers")
    markers = {marker for player in field.players for marker in player.markers}
    check_that(markers <= set(box.markers), "start.players.markers", "there is no such marker")


def check_figures(state: State) -> None:
    """Knights of the players and Bandits of the camps, on tiles of the map."""
    field, box = state.field, state.rules.components
    tiles = {tile.name: tile for tile in box.tiles}
    owners = Counter(knight.seat for knight in field.knights)
    check_that(max(owners.values(), default=0) <= MOST_FIGURES, "start.knights", f"nobody has more than {MOST_FIGURES}")
    check_that(len(field.bandits) <= MOST_BANDITS, "start.bandits", f"there are {MOST_BANDITS} at most")
    check_unique((*(knight.id for knight in field.knights), *(bandit.id for bandit in field.bandits)), "start.knights")
    for knight in field.knights:
        where = f"start.knights.{knight.id}"
        check_that(knight.seat in state.seats, where, "there is no such player")
        check_that(knight.tile is None or knight.tile in tiles, where, f"there is no tile “{knight.tile}”")
        check_that(not knight.out or knight.tile is None, where, "a Knight that is out stands on no tile")
    for bandit in field.bandits:
        where = f"start.bandits.{bandit.id}"
        check_that(bandit.camp in tiles and tiles[bandit.camp].camp, where, f"there is no camp “{bandit.camp}”")
        check_that(bandit.tile is None or bandit.tile in tiles, where, f"there is no tile “{bandit.tile}”")


def check_workplaces(state: State) -> None:
    """Each card in one place, and grids of nine places."""
    field, box = state.field, state.rules.components
    decks = {each.name: each.deck for each in box.workplaces}
    hands = [name for player in field.players for name in player.hand]
    piled = [name for pile in field.piles for name in pile.cards]
    everywhere = [*hands, *piled, *field.sovereign, *(each.workplace for each in field.built)]
    check_unique(everywhere, "start.built")
    check_that(set(everywhere) <= set(decks), "start.built", "one is no Workplace of the box")
    sovereign = {name for name, deck in decks.items() if deck == "Sovereign"}
    check_that(
        not sovereign & {*hands, *piled}, "start.players.hand", "a Sovereign Workplace is in no Hand and on no pile"
    )
    check_that(set(field.sovereign) <= sovereign, "start.sovereign", "one is not of the Sovereign deck")
    check_unique((pile.deck for pile in field.piles), "start.piles")
    for pile in field.piles:
        check_that(
            all(decks[name] == pile.deck for name in pile.cards), f"start.piles.{pile.deck}", "one is of another deck"
        )
    check_unique((f"{each.owner} {each.cell}" for each in field.built), "start.built")
    for each in field.built:
        where = f"start.built.{each.workplace}"
        check_that(each.owner in state.seats, where, "its owner is no player")
        check_that(each.user is None or each.user in state.seats, where, "its user is no player")


def check_laws(state: State) -> None:
    """Each Law of the box is available or in force, or left out."""
    field = state.field
    check_unique((*field.laws, *field.in_force), "start.laws")
    known = {law.name for law in state.rules.components.laws}
    check_that({*field.laws, *field.in_force} <= known, "start.laws", "there is no such Law")
