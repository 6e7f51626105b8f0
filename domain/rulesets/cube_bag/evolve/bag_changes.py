"""The field after the events of cubes: prepared, in the bag, drawn, checked (CB-2 to CB-4, CB-7)."""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.model import bag_events as b
from oathbook.domain.rulesets.cube_bag.model import queries, state
from oathbook.domain.rulesets.cube_bag.model.components import Cubes
from oathbook.domain.rulesets.cube_bag.model.cubes import NEUTRAL, add_cubes, take_cubes, total
from oathbook.domain.rulesets.cube_bag.model.decisions import Spent
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_fit

MOST_USES: Final = 200  # of cards in a battle: no table has as many, and the record has to end somewhere


def _cubes_prepared(field: state.Field, event: b.CubesPrepared) -> state.Field:
    """Attack cubes come from the supply, added ones from mat and cards, neutral ones from the common supply."""
    battle = queries.battle_in(field)
    fighter, player = queries.fighter_of(battle, event.seat), queries.player_of(field, event.seat)
    must_fit(not fighter.prepared, f"{event.seat!r} has prepared already")
    must_fit(event.colour == player.colour, f"{event.seat!r} has no {event.colour} cubes")
    added = event.actions + sum(each.cubes for each in event.experience)
    attack = event.own - added
    must_fit(attack >= 0, "more cubes were added than lie there")
    must_fit(attack <= player.supply and event.neutral <= field.neutral, "there are not as many cubes")
    paid = _without_cubes(replace(player, supply=player.supply - attack), event.actions, event.experience)
    fighter = replace(
        fighter,
        prepared=True,
        own=event.own,
        neutral=event.neutral,
        actions=event.actions,
        experience=event.experience,
        active=event.active,
        projectile=event.projectile,
    )
    field = replace(queries.with_player(field, paid), neutral=field.neutral - event.neutral)
    return replace(field, battle=queries.with_fighter(battle, fighter))


def _card_offered(field: state.Field, event: b.CardOffered) -> state.Field:
    battle = queries.battle_in(field)
    queries.card_of(queries.player_of(field, queries.fighter_of(battle, event.seat).seat), event.card)
    must_fit(battle.offered is None, "another card is being asked about")
    must_fit(event.use in {"discard", "redraw"}, "that use has a stage of its own")
    stage: state.Stage = "tactics" if event.use == "discard" else "redraw"
    return replace(field, stage=stage, battle=replace(battle, offered=state.Done(event.seat, event.card, event.use)))


def _use_forgone(field: state.Field, event: b.UseForgone) -> state.Field:
    return replace(field, battle=_with_use(field, event.seat, event.card, event.use))


def _prepared_discarded(field: state.Field, event: b.PreparedDiscarded) -> state.Field:
    battle = _with_use(field, event.seat, event.card, "discard")
    for fighter in (battle.attacker, battle.defender):
        must_fit(event.each <= fighter.own, f"{fighter.seat!r} has not as many cubes prepared")
        gone = {queries.player_of(field, fighter.seat).colour: event.each}
        battle = queries.with_fighter(battle, replace(fighter, own=fighter.own - event.each))
        battle = replace(battle, discarded=add_cubes(battle.discarded, gone))
    return replace(field, battle=battle)


def _bag_filled(field: state.Field, event: b.BagFilled) -> state.Field:
    battle = queries.battle_in(field)
    cubes: Cubes = {}
    for fighter in (battle.attacker, battle.defender):
        cubes = add_cubes(cubes, {queries.player_of(field, fighter.seat).colour: fighter.own, NEUTRAL: fighter.neutral})
        battle = queries.with_fighter(battle, replace(fighter, own=0, neutral=0))
    must_fit(cubes == event.cubes, "those are not the cubes prepared")
    return replace(field, battle=replace(battle, bag=add_cubes(battle.bag, cubes)))


def _check_began(field: state.Field, event: b.CheckBegan) -> state.Field:
    battle = queries.battle_in(field)
    player = queries.player_of(field, queries.fighter_of(battle, event.seat).seat)
    paid = _without_cubes(player, event.actions, event.experience)
    gone = {player.colour: event.actions + sum(each.cubes for each in event.experience)}
    battle = replace(battle, discarded=add_cubes(battle.discarded, gone))
    return replace(queries.with_player(field, paid), battle=battle)


def _check_passed(field: state.Field, event: b.CheckPassed) -> state.Field:
    """Own cubes are experience now; the others, which are neutral, are discarded."""
    battle = _with_use(field, event.seat, event.card, event.use)
    player = queries.player_of(field, event.seat)
    own = event.drawn.get(player.colour, 0)
    rest = take_cubes(event.drawn, {player.colour: own})
    must_fit(set(rest) <= {NEUTRAL}, "a cube of the enemy was drawn")
    battle = replace(battle, bag=take_cubes(battle.bag, event.drawn), discarded=add_cubes(battle.discarded, rest))
    return replace(queries.with_player(field, with_experience(player, event.card, own)), battle=battle)


def _check_failed(field: state.Field, event: b.CheckFailed) -> state.Field:
    battle = _with_use(field, event.seat, event.card, event.use)
    left = take_cubes(battle.bag, event.drawn)
    if event.to == "discarded":
        battle = replace(battle, bag=left, discarded=add_cubes(battle.discarded, event.drawn))
    return replace(field, battle=battle)


def _cubes_withdrawn(field: state.Field, event: b.CubesWithdrawn) -> state.Field:
    battle = queries.battle_in(field)
    battle = replace(
        battle, bag=take_cubes(battle.bag, event.cubes), discarded=add_cubes(battle.discarded, event.cubes)
    )
    return replace(field, battle=battle)


def _courage_measured(field: state.Field, event: b.CourageMeasured) -> state.Field:
    battle = queries.battle_in(field)
    fighter = replace(queries.fighter_of(battle, event.seat), courage=event.courage)
    return replace(field, battle=queries.with_fighter(battle, fighter))


def _cubes_drawn(field: state.Field, event: b.CubesDrawn) -> state.Field:
    battle = queries.battle_in(field)
    first = field.stage == "clash"
    drawer = battle.attacker if first else battle.defender
    must_fit(event.seat == drawer.seat, f"{event.seat!r} does not draw now")
    must_fit(not (first and battle.has_drawn), "the attacker has drawn already")
    must_fit(total(event.drawn) <= event.named, "more cubes were drawn than named")
    drawn, bag = add_cubes(battle.drawn, event.drawn), take_cubes(battle.bag, event.drawn)
    battle = replace(battle, bag=bag, drawn=drawn, has_drawn=True)
    return replace(field, battle=battle if first else replace(battle, extra=0))


def _extra_draw_measured(field: state.Field, event: b.ExtraDrawMeasured) -> state.Field:
    """The defender is asked if there is something to draw."""
    battle = queries.battle_in(field)
    must_fit(battle.has_drawn and battle.extra is None, "the attacker draws first, and the defender once")
    must_fit(event.seat == battle.defender.seat, "the extra draw is the defender's")
    stage: state.Stage = "extra_draw" if event.allowed else field.stage
    return replace(field, stage=stage, battle=replace(battle, extra=event.allowed))


def _extra_draw_forgone(field: state.Field, event: b.ExtraDrawForgone) -> state.Field:
    battle = queries.battle_in(field)
    must_fit(event.seat == battle.defender.seat, "the extra draw is the defender's")
    return replace(field, battle=replace(battle, extra=0))


def _cubes_redrawn(field: state.Field, event: b.CubesRedrawn) -> state.Field:
    battle = _with_use(field, event.seat, event.card, "redraw")
    must_fit(total(event.back) == total(event.drawn), "as many are drawn as were put back")
    drawn, bag = take_cubes(battle.drawn, event.back), add_cubes(battle.bag, event.back)
    return replace(field, battle=replace(battle, bag=take_cubes(bag, event.drawn), drawn=add_cubes(drawn, event.drawn)))


def _clash_returned(field: state.Field, event: b.ClashReturned) -> state.Field:
    battle = queries.battle_in(field)
    battle = replace(battle, drawn=take_cubes(battle.drawn, event.cubes), bag=add_cubes(battle.bag, event.cubes))
    return replace(field, battle=battle)


def _with_use(field: state.Field, seat: Seat, card: str, use: state.Use) -> state.Battle:
    """The battle with the card used so once more, and nobody asked about it."""
    battle = queries.battle_in(field)
    held = queries.card_of(queries.player_of(field, queries.fighter_of(battle, seat).seat), card)
    done = state.Done(seat, held.name, use)
    must_fit(battle.offered in {None, done}, "another card is being asked about")
    must_fit(len(battle.done) < MOST_USES, "no battle has so many cards")
    return replace(battle, offered=None, done=(*battle.done, done))


def _without_cubes(player: state.Player, actions: int, experience: tuple[Spent, ...]) -> state.Player:
    """The player without the cubes taken from mat and cards; ``Misfit`` where there are not as many."""
    must_fit(actions <= player.actions, f"{player.seat!r} has not as many action cubes")
    player = replace(player, actions=player.actions - actions)
    for spent in experience:
        player = with_experience(player, spent.card, -spent.cubes)
    return player


def with_experience(player: state.Player, card: str, cubes: int) -> state.Player:
    """The player with so many more experience cubes on a card, or fewer; ``Misfit`` below none."""
    held = queries.card_of(player, card)
    must_fit(held.experience + cubes >= 0, f"there are not as many cubes on {card}")
    more = replace(held, experience=held.experience + cubes)
    return replace(player, cards=tuple(more if each.name == card else each for each in player.cards))


BAG_CHANGES: Final = functions_by_type(
    *(_cubes_prepared, _card_offered, _use_forgone, _prepared_discarded, _bag_filled, _check_began, _check_passed),
    *(_check_failed, _cubes_withdrawn, _courage_measured, _cubes_drawn, _extra_draw_measured, _extra_draw_forgone),
    *(_cubes_redrawn, _clash_returned),
)
