"""The table after the events of Battles, but for cards (HB-1, HB-3 to HB-6)."""

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.rulesets.heirless.model import battle_events as b
from oathbook.domain.rulesets.heirless.model import battle_queries
from oathbook.domain.rulesets.heirless.model.battle_state import (
    AllyWord,
    Cubes,
    FigureName,
    Hourglass,
    Participant,
    RewardOffer,
)
from oathbook.domain.rulesets.heirless.model.components import Name
from oathbook.domain.rulesets.heirless.model.events import BattleReported
from oathbook.domain.rulesets.heirless.model.queries import knights_on, player_of, with_amount, with_player
from oathbook.domain.rulesets.heirless.model.state import BANDITS, Field, State
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_fit


def _resources_rewarded(state: State, event: b.ResourcesRewarded) -> Field:
    _must_remain(state.field, event.seat, event.tile)
    known = set(state.rules.components.resources)
    must_fit({each.of for each in event.gained} <= known, "one of them is no Resource of the box")
    player = player_of(state.field, event.seat)
    resources = player.resources
    for each in event.gained:
        resources = with_amount(resources, each.of, each.count)
    return with_player(state.field, replace(player, resources=resources))


def _attributes_improved(state: State, event: b.AttributesImproved) -> Field:
    _must_remain(state.field, event.seat, event.tile)
    war = state.field.war
    boards = tuple(replace(each, figures=event.figures) if each.owner == event.seat else each for each in war.boards)
    return replace(state.field, war=replace(war, boards=boards))


def _rewards_offered(state: State, event: b.RewardsOffered) -> Field:
    for each in event.offers:
        _must_remain(state.field, each.seat, each.tile)
    must_fit(all(each.takes is None for each in event.offers) and bool(event.offers), "nobody has answered yet")
    return replace(state.field, stage="rewards", war=replace(state.field.war, reward_offers=event.offers))


def _reward_answered(state: State, event: b.RewardAnswered) -> Field:
    """After the last answer the stage is that of Battles again, in which rewards are given."""
    field = state.field
    asked = RewardOffer(event.seat, event.tile)
    must_fit(asked in battle_queries.open_reward_offers(field), f"{event.seat} is not asked about {event.tile}")
    offers = field.war.reward_offers or ()
    answered = tuple(replace(each, takes=event.takes) if each == asked else each for each in offers)
    field = replace(field, war=replace(field.war, reward_offers=answered))
    return field if battle_queries.open_reward_offers(field) else replace(field, stage="battles")


def _must_remain(field: Field, seat: Seat, tile: Name) -> None:
    there = any(knight.seat == seat for knight in knights_on(field, tile))
    must_fit(there, f"{seat} has no Knight on {tile}")


def hourglass_on(field: Field, tile: Name) -> Hourglass:
    """The Battle being resolved; ``Misfit`` if it is not on that tile."""
    hourglass = field.war.hourglass
    must_fit(hourglass is not None and hourglass.tile == tile, f"no Battle is being resolved on {tile}")
    assert hourglass is not None, "said in the line before"
    return hourglass


def with_hourglass(field: Field, hourglass: Hourglass | None) -> Field:
    """The table with another Hourglass Board."""
    return replace(field, war=replace(field.war, hourglass=hourglass))


def _battle_began(state: State, event: b.BattleBegan) -> Field:
    field = state.field
    must_fit(field.war.hourglass is None, "another Battle is being resolved")
    found = [each for each in field.war.battles if each.tile == event.tile and each.status == "waiting"]
    must_fit(len(found) == 1 and found[0].players == event.players, f"no such Battle waits on {event.tile}")
    camps = battle_queries.camps_on(field, event.tile)
    must_fit(event.camp in camps if camps else event.camp is None, f"the Bandits on {event.tile} are of another camp")
    figures = tuple(battle_queries.figures_on_tile(state, event.tile, event.players))
    hourglass = Hourglass(event.tile, event.players, event.camp, figures=figures)
    return replace(_with_status(with_hourglass(field, hourglass), event.tile, "open"), stage="alliances")


def _with_status(field: Field, tile: Name, status: str) -> Field:
    changed = (replace(each, status=status) if each.tile == tile else each for each in field.war.battles)
    return replace(field, war=replace(field.war, battles=tuple(changed)))


def _ally_named(state: State, event: b.AllyNamed) -> Field:
    hourglass = hourglass_on(state.field, event.tile)
    must_fit(event.seat in hourglass.players, f"{event.seat} is not in the Battle")
    must_fit(all(word.seat != event.seat for word in hourglass.words), f"{event.seat} has spoken")
    words = (*hourglass.words, AllyWord(event.seat, event.ally))
    return with_hourglass(state.field, replace(hourglass, words=words))


def _alliances_formed(state: State, event: b.AlliancesFormed) -> Field:
    hourglass = hourglass_on(state.field, event.tile)
    allies = [seat for alliance in event.alliances for seat in alliance]
    must_fit(len(set(allies)) == len(allies), "a player is in two Alliances")
    must_fit(all(len(alliance) == 2 for alliance in event.alliances), "an Alliance is of two")  # noqa: PLR2004  # because the rulebook says two
    must_fit(set(allies) <= set(hourglass.players), "a player is not in the Battle")
    return with_hourglass(state.field, replace(hourglass, alliances=event.alliances))


def _cubes_placed(state: State, event: b.CubesPlaced) -> Field:
    hourglass = hourglass_on(state.field, event.tile)
    must_fit(event.seat in battle_queries.owners_in(hourglass), f"{event.seat} is not in the Battle")
    must_fit(all(each.seat != event.seat for each in hourglass.cubes), f"the cubes of {event.seat} are placed")
    cubes = (*hourglass.cubes, Cubes(event.seat, event.cubes))
    return with_hourglass(state.field, replace(hourglass, cubes=cubes))


def _time_passed(state: State, event: b.TimePassed) -> Field:
    hourglass = hourglass_on(state.field, event.tile)
    must_fit(all(each.top >= event.cubes for each in hourglass.cubes), "a player has fewer cubes on top")
    fallen = tuple(Cubes(each.seat, each.top - event.cubes, each.bottom + event.cubes) for each in hourglass.cubes)
    return with_hourglass(state.field, replace(hourglass, cubes=fallen))


def _battle_turn_began(state: State, event: b.BattleTurnBegan) -> Field:
    hourglass = hourglass_on(state.field, event.tile)
    owners = battle_queries.owners_in(hourglass)
    must_fit({each.seat for each in hourglass.cubes} == set(owners), "a player's cubes are not placed")
    must_fit(event.turn == hourglass.turn + 1, f"Battle Turn {event.turn} does not come after {hourglass.turn}")
    must_fit(event.attacker in owners, f"{event.attacker} is not in the Battle")
    begun = replace(hourglass, turn=event.turn, attacker=event.attacker, aims=(), wounded=False)
    return replace(with_hourglass(state.field, begun), stage="targets")


def _targets_chosen(state: State, event: b.TargetsChosen) -> Field:
    """Defenders who are players place cards next; without any the Attacker does."""
    hourglass = hourglass_on(state.field, event.tile)
    must_fit(event.attacker == hourglass.attacker, f"the Attacker is not {event.attacker}")
    own = {each.figure for each in battle_queries.figures_of(hourglass, event.attacker)}
    others = {each.figure for each in hourglass.figures} - own
    must_fit(all(aim.figure in own and aim.target in others for aim in event.aims), "a figure is not where it is said")
    must_fit(len({aim.figure for aim in event.aims}) == len(event.aims), "a figure has two targets")
    aimed = replace(hourglass, aims=event.aims)
    must_fit(event.defenders == battle_queries.defenders_in(aimed), "the Defenders are others")
    asked = any(seat != BANDITS for seat in event.defenders)
    return replace(with_hourglass(state.field, aimed), stage="defence" if asked else "attack")


def _wounds_by_card(state: State, event: b.WoundsByCard) -> Field:
    return _with_wounds(state.field, event.tile, event.figure, event.wounds)


def _attacked(state: State, event: b.Attacked) -> Field:
    must_fit(
        battle_queries.figure_in(hourglass_on(state.field, event.tile), event.figure) is not None,
        f"{event.figure} is not there",
    )
    return _with_wounds(state.field, event.tile, event.target, event.wounds)


def _attack_lapsed(state: State, event: b.AttackLapsed) -> Field:
    hourglass_on(state.field, event.tile)
    return state.field


def _with_wounds(field: Field, tile: Name, figure: FigureName, wounds: int) -> Field:
    hourglass = hourglass_on(field, tile)
    before = battle_queries.figure_in(hourglass, figure)
    must_fit(before is not None, f"{figure} is not in the Battle")
    assert before is not None, "said in the line before"
    figures = tuple(replace(each, wounds=wounds) if each == before else each for each in hourglass.figures)
    wounded = hourglass.wounded or wounds > before.wounds
    return with_hourglass(field, replace(hourglass, figures=figures, wounded=wounded))


def _sent_back(state: State, event: b.SentBack) -> Field:
    """A Knight is un-deployed, a Bandit goes to the supply; with the last figure the cubes go (HA-36)."""
    field, hourglass = state.field, hourglass_on(state.field, event.tile)
    figure = battle_queries.figure_in(hourglass, event.figure)
    aimed_at = any(aim.target == event.figure for aim in hourglass.aims)
    must_fit(figure is not None and figure.owner == event.owner and aimed_at, f"{event.figure} was not attacked")
    figures = tuple(each for each in hourglass.figures if each != figure)
    left = replace(hourglass, figures=figures)
    cubes = tuple(each for each in hourglass.cubes if each.seat in battle_queries.owners_in(left))
    field = with_hourglass(field, replace(left, cubes=cubes))
    return _without_figures(field, (event.figure,), out=(event.figure,) if event.out else ())


def _without_figures(field: Field, gone: Collection[FigureName], *, out: tuple[FigureName, ...]) -> Field:
    """The map without these figures; some of them are out in the next Season (HA-37)."""
    knights = tuple(replace(each, tile=None) if each.id in gone else each for each in field.knights)
    bandits = tuple(replace(each, tile=None) if each.id in gone else each for each in field.bandits)
    war = replace(field.war, sent_back=(*field.war.sent_back, *out))
    return replace(field, knights=knights, bandits=bandits, war=war)


def _battle_reported(state: State, event: BattleReported) -> Field:
    there = set(battle_queries.figures_on_tile(state, event.tile, state.seats))
    gone = {Participant(each.figure, each.owner) for each in event.sent_back}
    must_fit(gone <= there, "a figure is not where it is said")
    must_fit({each.owner for each in there - gone} == set(event.winners), "others remain than those who won")
    waits = any(each.tile == event.tile for each in battle_queries.reportable_battles(state))
    must_fit(waits, f"no Battle on {event.tile} waits for a report")
    knights = tuple(each.figure for each in event.sent_back if each.owner != BANDITS)
    out = knights if state.rules.switches.sent_back == "out_for_season" else ()
    field = _with_status(state.field, event.tile, "over")
    return _without_figures(field, {each.figure for each in gone}, out=out)


def _left_battle(state: State, event: b.LeftBattle) -> Field:
    hourglass = hourglass_on(state.field, event.tile)
    must_fit(event.seat not in battle_queries.owners_in(hourglass), f"{event.seat} is still in the Battle")
    return state.field


def _cubes_reset(state: State, event: b.CubesReset) -> Field:
    hourglass = hourglass_on(state.field, event.tile)
    must_fit(event.seat == hourglass.attacker, f"the Attacker is not {event.seat}")
    cubes = tuple(Cubes(each.seat, event.cubes) if each.seat == event.seat else each for each in hourglass.cubes)
    return with_hourglass(state.field, replace(hourglass, cubes=cubes))


def _battle_turn_ended(state: State, event: b.BattleTurnEnded) -> Field:
    hourglass = hourglass_on(state.field, event.tile)
    must_fit((event.turn, event.attacker) == (hourglass.turn, hourglass.attacker), "it is another Battle Turn")
    ended = replace(hourglass, attacker=None, aims=(), quiet=event.quiet)
    if event.quiet == 0:
        ended = replace(ended, stalled=False, agreed=())
    return replace(with_hourglass(state.field, ended), stage="battles")


def _stall_noticed(state: State, event: b.StallNoticed) -> Field:
    hourglass = hourglass_on(state.field, event.tile)
    return with_hourglass(state.field, replace(hourglass, stalled=True))


def _end_agreed(state: State, event: b.EndAgreed) -> Field:
    hourglass = hourglass_on(state.field, event.tile)
    may = event.seat in {*battle_queries.players_in(hourglass), TABLE}
    free = hourglass.stalled and may and event.seat not in hourglass.agreed
    must_fit(free, f"{event.seat} has nothing to agree to")
    return with_hourglass(state.field, replace(hourglass, agreed=(*hourglass.agreed, event.seat)))


def _wounds_discarded(state: State, event: b.WoundsDiscarded) -> Field:
    hourglass = hourglass_on(state.field, event.tile)
    figures = tuple(replace(each, wounds=0) for each in hourglass.figures)
    return with_hourglass(state.field, replace(hourglass, figures=figures))


def _hourglass_emptied(state: State, event: b.HourglassEmptied) -> Field:
    return with_hourglass(state.field, replace(hourglass_on(state.field, event.tile), cubes=()))


def _battle_ended(state: State, event: b.BattleEnded) -> Field:
    hourglass, war = hourglass_on(state.field, event.tile), state.field.war
    must_fit(not war.face_down and not hourglass.face_up, "cards are in use")
    must_fit(set(event.remaining) == set(battle_queries.owners_in(hourglass)) - {BANDITS}, "others have Knights there")
    return replace(_with_status(with_hourglass(state.field, None), event.tile, "over"), stage="battles")


BATTLE_CHANGES: Final = functions_by_type(
    *(_resources_rewarded, _attributes_improved, _rewards_offered, _reward_answered),
    *(_battle_began, _ally_named, _alliances_formed, _cubes_placed),
    *(_time_passed, _battle_turn_began, _targets_chosen, _wounds_by_card, _attacked, _attack_lapsed, _sent_back),
    *(_left_battle, _cubes_reset, _battle_turn_ended, _stall_noticed, _end_agreed, _wounds_discarded),
    *(_hourglass_emptied, _battle_ended, _battle_reported),
)
