"""The table after the events of turns and Seasons (HT-1, HT-3, HT-12)."""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model import events as e
from oathbook.domain.rulesets.heirless.model import turn_order
from oathbook.domain.rulesets.heirless.model.battle_state import Battle
from oathbook.domain.rulesets.heirless.model.queries import player_of, tile_of, with_player, with_staff
from oathbook.domain.rulesets.heirless.model.state import Field, State, Track, Turn
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_fit
from oathbook.domain.rulesets.protocol import Ending


def _season_began(state: State, event: e.SeasonBegan) -> Field:
    """The next track is the current one."""
    field = state.field
    must_fit(event.season == field.season + 1, f"Season {event.season} does not come after Season {field.season}")
    must_fit(event.track == turn_order.other_track(field.current), f"the next track is not {event.track}")
    must_fit(not turn_order.active_players(field), "a player is not Idle")
    knights = tuple(replace(knight, out=knight.id in field.war.sent_back) for knight in field.knights)
    war = replace(field.war, battles=(), sent_back=())
    return replace(field, season=event.season, current=event.track, war=war, knights=knights)


def _phase_began(state: State, event: e.PhaseBegan) -> Field:
    field = state.field
    must_fit(event.season == field.season, f"it is not Season {event.season}")
    match event.phase:
        case "player turns":
            must_fit(field.stage == "battles", "turns begin with a Season")
            return replace(field, stage="turns")
        case "battles":
            must_fit(field.stage == "turns" and not turn_order.active_players(field), "a player is not Idle")
            return replace(field, stage="battles", turn=None)
        case "rewards":
            must_fit(field.stage == "battles" and _all_resolved(field), "a Battle is not resolved")
            return field


def _turn_began(state: State, event: e.TurnBegan) -> Field:
    field = state.field
    must_fit(event.turn == field.turns + 1, f"turn {event.turn} does not come after turn {field.turns}")
    must_fit(field.turn is None, "another turn is under way")
    spots = turn_order.track_of(field, field.current).spots
    there = spots[event.spot - 1] if 1 <= event.spot <= len(spots) else None
    must_fit(there == event.seat, f"{event.seat} is not on spot {event.spot}")
    return replace(field, turns=event.turn, turn=Turn(event.seat, event.spot))


def _turn_ended(state: State, event: e.TurnEnded) -> Field:
    turn = state.field.turn
    must_fit(turn is not None and turn.seat == event.seat, f"it is not the turn of {event.seat}")
    return replace(state.field, turn=None)


def _idled(state: State, event: e.Idled) -> Field:
    field = state.field
    must_fit(field.turn is not None and field.turn.seat == event.seat, f"it is not the turn of {event.seat}")
    must_fit(event.seat in turn_order.active_players(field), f"{event.seat} is Idle already")
    must_fit(event.track == turn_order.other_track(field.current), f"the next track is not {event.track}")
    spots = turn_order.track_of(field, event.track).spots
    free = 1 <= event.spot <= len(spots) and spots[event.spot - 1] is None
    must_fit(free and event.spot != turn_order.bandit_spot(state, event.track), f"spot {event.spot} is not free")
    return replace(field, tracks=tuple(_with_cube(track, event) for track in field.tracks))


def _with_cube(track: Track, event: e.Idled) -> Track:
    if track.name != event.track:
        return replace(track, spots=tuple(None if seat == event.seat else seat for seat in track.spots))
    spots: tuple[Seat | None, ...] = track.spots
    return replace(track, spots=(*spots[: event.spot - 1], event.seat, *spots[event.spot :]))


def _battles_found(state: State, event: e.BattlesFound) -> Field:
    field = state.field
    must_fit(not field.war.battles, "the Battles of this Season are found already")
    must_fit(all(tile_of(state.rules, each.tile) is not None for each in event.battles), "there is no such tile")
    must_fit(len({each.tile for each in event.battles}) == len(event.battles), "a tile is named twice")
    must_fit(all(set(each.players) <= set(state.seats) for each in event.battles), "there is no such player")
    battles = tuple(Battle(each.tile, each.players, each.bandits) for each in event.battles)
    return replace(field, war=replace(field.war, battles=battles))


def _season_ended(state: State, event: e.SeasonEnded) -> Field:
    must_fit(event.season == state.field.season, f"it is not Season {event.season}")
    must_fit(_all_resolved(state.field), "a Battle is not resolved")
    return replace(state.field, war=replace(state.field.war, reward_offers=UNSET))


def _all_resolved(field: Field) -> bool:
    return all(each.status == "over" for each in field.war.battles)


def _sovereign_discarded(state: State, event: e.SovereignDiscarded) -> Field:
    """It may be built again (HA-68)."""
    field = state.field
    there = [each for each in field.built if each.workplace == event.workplace and each.owner == event.owner]
    must_fit(len(there) == 1, f"{event.owner} has not built {event.workplace}")
    must_fit(event.workplace not in field.sovereign, f"{event.workplace} is in its place")
    built = tuple(each for each in field.built if each.workplace != event.workplace)
    return replace(field, built=built, sovereign=(*field.sovereign, event.workplace))


def _cubes_returned(state: State, event: e.CubesReturned) -> Field:
    used = {each.workplace for each in state.field.built if each.user is not None}
    must_fit(set(event.workplaces) <= used, "one of them is not in use")
    free = set(event.workplaces)
    built = tuple(replace(each, user=None) if each.workplace in free else each for each in state.field.built)
    return replace(state.field, built=built)


def _workers_returned(state: State, event: e.WorkersReturned) -> Field:
    field, player = state.field, player_of(state.field, event.seat)
    employed, unemployed = field.employed, player.unemployed
    for each in event.workers:
        employed = with_staff(employed, each.faction, -each.count)
        unemployed = with_staff(unemployed, each.faction, each.count)
    return with_player(replace(field, employed=employed), replace(player, unemployed=unemployed))


def _game_ended(state: State, event: e.GameEnded | e.GameWon) -> Field:
    must_fit(len(turn_order.idle_order(state.field)) == len(state.seats), "a player is not Idle")
    winners = (event.winner,) if isinstance(event, e.GameWon) else ()
    must_fit(set(winners) <= set(state.seats), "a winner is no player")
    return replace(state.field, stage="over", ending=Ending(event.outcome, winners, "HT-1.5"))


TURN_CHANGES: Final = functions_by_type(
    *(_season_began, _phase_began, _turn_began, _turn_ended, _idled, _battles_found, _season_ended),
    *(_sovereign_discarded, _cubes_returned, _workers_returned, _game_ended),
)
