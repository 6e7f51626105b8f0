"""HT-1.5 and the end of a Season as the pages tell it: Battles, rewards, Cleanup, and the next Season."""

from collections.abc import Iterator

from msgspec import UNSET

from oathbook.domain.kernel import Seat, Working
from oathbook.domain.rulesets.heirless.chapters.play import Play, lines_of
from oathbook.domain.rulesets.heirless.chapters.turns.control import tie_of
from oathbook.domain.rulesets.heirless.chapters.turns.rewards import answer_reward, begin_rewards, possible_claimants
from oathbook.domain.rulesets.heirless.model import events
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Faction, Staff
from oathbook.domain.rulesets.heirless.model.decisions import TakeReward
from oathbook.domain.rulesets.heirless.model.queries import knights_on, staff_of, workplace_of
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.model.turn_order import cubes_on, idle_order, next_from, other_track
from oathbook.domain.rulesets.heirless.rules import HA, HB, HT


def begin_battles(play: Play) -> None:
    """Every player is Idle. Without a Battle, the Season is over."""
    play.emit(events.PhaseBegan(play.field.season, "battles"), HT.ALL_IDLE)
    found = tuple(clashes(play.state))
    readings = (HA.WHERE_BATTLES_ARISE, HA.IDLE_ORDER) if found else (HA.WHERE_BATTLES_ARISE,)
    play.emit(events.BattlesFound(found), HT.ALL_IDLE, HB.ORDER_OF_BATTLES, readings=readings)
    if not found:
        end_season(play)


def clashes(state: State) -> Iterator[events.Clash]:
    """Each tile with Knights of several players, or with Knights and Bandits (HA-51)."""
    for tile in state.rules.components.tiles:
        there = {knight.seat for knight in knights_on(state.field, tile.name)}
        bandits = any(bandit.tile == tile.name for bandit in state.field.bandits)
        if len(there) + bandits > 1 and there:
            yield events.Clash(tile.name, tuple(seat for seat in idle_order(state.field) if seat in there), bandits)


def end_season(play: Play) -> None:
    """Rewards are given first; where players choose them, they are asked."""
    begin_rewards(play)
    if play.field.stage != "rewards":
        close_season(play)


def take_reward(play: Play, decision: TakeReward) -> None:
    """After the last answer the Season ends."""
    answer_reward(play, decision)
    if play.field.stage != "rewards":
        close_season(play)


def close_season(play: Play) -> None:
    """The Season ends and is cleaned up; then the next one begins, if there is one (HA-65)."""
    readings = (HA.WHO_IS_REWARDED,) if possible_claimants(play.state) else ()
    play.emit(events.SeasonEnded(play.field.season), HT.ALL_IDLE, readings=readings)
    clean_up(play)
    if play.field.crowned is not UNSET:
        play.emit(events.GameWon("coronation", play.field.crowned), HT.ALL_IDLE, readings=(HA.END_OF_GAME,))
    elif play.field.season >= play.state.rules.components.seasons:
        end_game(play)
    else:
        begin_season(play)


def end_game(play: Play) -> None:
    """After the last Season. Where components say how to win, most Prestige wins, by the Tie Breaker one of several."""
    players = play.field.players
    if play.state.rules.components.victory is UNSET:
        play.emit(events.GameEnded("last season played"), HT.ALL_IDLE, readings=(HA.END_OF_GAME,))
        return
    most = max(player.prestige for player in players)
    tied = tuple(player.seat for player in players if player.prestige == most)
    tie = tie_of(play.state, tied)
    clauses, readings = (tie.clauses, tie.readings) if len(tied) > 1 else ((), ())
    counts = (Working.start(f"Prestige of {each.seat}", each.prestige, clause=HT.ALL_IDLE) for each in players)
    play.emit(
        events.GameWon("last season played", tie.winner),
        *(HT.ALL_IDLE, *clauses),
        readings=(HA.END_OF_GAME, *readings),
        working=lines_of(*counts),
    )


def clean_up(play: Play) -> None:
    """The Sovereign Workplace is discarded (HT-5.4); cubes and Workers come back (HA-45)."""
    for built in play.field.built:
        if workplace_of(play.state.rules, built.workplace).deck == "Sovereign":
            play.emit(
                events.SovereignDiscarded(built.owner, built.workplace),
                HT.SOVEREIGN_CLEANUP,
                readings=(HA.SOVEREIGN_RETURNS,),
            )
    in_use = tuple(built.workplace for built in play.field.built if built.user is not None)
    if in_use:
        play.emit(events.CubesReturned(in_use), HT.CUBE_OF_USER, readings=(HA.CLEANUP,))
    for seat in idle_order(play.field):
        _take_workers_back(play, seat)


def _take_workers_back(play: Play, seat: Seat) -> None:
    """As many of each Faction as the components say, while there are any."""

    def back(faction: Faction) -> int:
        return min(play.state.rules.components.workers_back, staff_of(play.field.employed, faction))

    workers = tuple(Staff(faction, back(faction)) for faction in FACTIONS if back(faction))
    if workers:
        play.emit(events.WorkersReturned(seat, workers), HT.ASSIGN, readings=(HA.CLEANUP, HA.WHOSE_UNEMPLOYED))


def begin_season(play: Play) -> None:
    """The next track is the current one now, with its cubes as they lie (HA-59), and the player on top acts first."""
    track = other_track(play.field.current)
    assert len(cubes_on(play.field, track)) == len(play.state.seats), "a Season ends when every player is Idle"
    moves = (HA.CUBE_MOVES,) if play.state.rules.printing.tracker == "two_track" else ()
    play.emit(
        events.SeasonBegan(play.field.season + 1, track),
        *(HT.TRACKER, HT.BANDITS_IN_TIES),
        readings=(HA.SEASON_TRACKS, *moves, HA.NEXT_TRACK),
    )
    play.emit(events.PhaseBegan(play.field.season, "player turns"), HT.IN_ORDER)
    first = next_from(play.field, 0)
    assert first is not None, "there are players on the current track"
    spot, seat = first
    play.emit(events.TurnBegan(play.field.turns + 1, seat, spot), HT.IN_ORDER, HT.TRACKER, HT.WHO_ACTS_NEXT)
