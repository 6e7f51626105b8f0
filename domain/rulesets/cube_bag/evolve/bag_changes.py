"""The field after the events of cubes: prepared, in the bag, drawn, checked (CB-2 to CB-4, CB-7)."""

from collections.abc import Iterator
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


LAID: Final = ("own", "neutral", "actions", "experience", "active", "projectile")
"""What is kept of a preparation, under the same names."""


def _cubes_prepared(field: state.Field, event: b.CubesPrepared) -> state.Field:
    """Attack cubes come from the supply, added ones from mat and cards, neutral ones from the common supply."""
    battle = queries.battle_in(field)
    fighter, player = queries.fighter_of(battle, event.seat), queries.player_of(field, event.seat)
    must_fit(not fighter.prepared, f"{event.seat} has prepared already")
    must_fit(event.colour == player.colour, f"{event.seat} has no {event.colour} cubes")
    added = event.actions + sum(each.cubes for each in event.experience)
    attack = event.own - added
    must_fit(attack >= 0, "more cubes were added than lie there")
    must_fit(attack <= player.supply and event.neutral <= field.neutral, "there are not as many cubes")
    paid = _without_cubes(replace(player, supply=player.supply - attack), event.actions, event.experience)
    field = replace(queries.with_player(field, paid), neutral=field.neutral - event.neutral)
    laid = {name: getattr(event, name) for name in LAID}
    return queries.with_fighter(field, event.seat, prepared=True, **laid)


def _card_offered(field: state.Field, event: b.CardOffered) -> state.Field:
    battle = queries.battle_in(field)
    queries.card_of(queries.player_of(field, queries.fighter_of(battle, event.seat).seat), event.card)
    must_fit(battle.offered is None, "another card is being asked about")
    must_fit(event.use in {"discard", "redraw"}, "that use has a stage of its own")
    stage: state.Stage = "tactics" if event.use == "discard" else "redraw"
    return queries.with_battle(replace(field, stage=stage), offered=state.Done(event.seat, event.card, event.use))


def _use_forgone(field: state.Field, event: b.UseForgone) -> state.Field:
    return _with_use(field, event.seat, event.card, event.use)


def _prepared_discarded(field: state.Field, event: b.PreparedDiscarded) -> state.Field:
    field = _with_use(field, event.seat, event.card, "discard")
    for player, fighter in _fighters(field):
        must_fit(event.each <= fighter.own, f"{fighter.seat} has not as many cubes prepared")
        field = queries.with_fighter(field, fighter.seat, own=fighter.own - event.each)
        field = _with_cubes(field, "discarded", {player.colour: event.each})
    return field


def _bag_filled(field: state.Field, event: b.BagFilled) -> state.Field:
    cubes: Cubes = {}
    for player, fighter in _fighters(field):
        cubes = add_cubes(cubes, {player.colour: fighter.own, NEUTRAL: fighter.neutral})
        field = queries.with_fighter(field, fighter.seat, own=0, neutral=0)
    must_fit(cubes == event.cubes, "those are not the cubes prepared")
    return _with_cubes(field, "bag", cubes)


def _check_began(field: state.Field, event: b.CheckBegan) -> state.Field:
    player = queries.player_of(field, queries.fighter_of(queries.battle_in(field), event.seat).seat)
    field = queries.with_player(field, _without_cubes(player, event.actions, event.experience))
    return _with_cubes(
        field, "discarded", {player.colour: event.actions + sum(each.cubes for each in event.experience)}
    )


def _check_passed(field: state.Field, event: b.CheckPassed) -> state.Field:
    """Own cubes are experience now; the others, which are neutral, are discarded."""
    field = _with_use(field, event.seat, event.card, event.use)
    player = queries.player_of(field, event.seat)
    own = event.drawn.get(player.colour, 0)
    rest = take_cubes(event.drawn, {player.colour: own})
    must_fit(set(rest) <= {NEUTRAL}, "a cube of the enemy was drawn")
    field = _moved(field, event.drawn, "bag")
    return queries.with_player(_with_cubes(field, "discarded", rest), with_experience(player, event.card, own))


def _check_failed(field: state.Field, event: b.CheckFailed) -> state.Field:
    return _moved(_with_use(field, event.seat, event.card, event.use), event.drawn, "bag", event.to)


def _cubes_withdrawn(field: state.Field, event: b.CubesWithdrawn) -> state.Field:
    return _moved(field, event.cubes, "bag", "discarded")


def _courage_measured(field: state.Field, event: b.CourageMeasured) -> state.Field:
    return queries.with_fighter(field, event.seat, courage=event.courage)


def _cubes_drawn(field: state.Field, event: b.CubesDrawn) -> state.Field:
    battle = queries.battle_in(field)
    first = field.stage == "clash"
    drawer = battle.attacker if first else battle.defender
    must_fit(event.seat == drawer.seat, f"{event.seat} does not draw now")
    must_fit(not (first and battle.has_drawn), "the attacker has drawn already")
    must_fit(total(event.drawn) <= event.named, "more cubes were drawn than named")
    extra = battle.extra if first else 0
    return queries.with_battle(_moved(field, event.drawn, "bag", "drawn"), has_drawn=True, extra=extra)


def _extra_draw_measured(field: state.Field, event: b.ExtraDrawMeasured) -> state.Field:
    """The defender is asked if there is something to draw."""
    battle = queries.battle_in(field)
    must_fit(battle.has_drawn and battle.extra is None, "the attacker draws first, and the defender once")
    must_fit(event.seat == battle.defender.seat, "the extra draw is the defender's")
    stage: state.Stage = "extra_draw" if event.allowed else field.stage
    return queries.with_battle(replace(field, stage=stage), extra=event.allowed)


def _extra_draw_forgone(field: state.Field, event: b.ExtraDrawForgone) -> state.Field:
    must_fit(event.seat == queries.battle_in(field).defender.seat, "the extra draw is the defender's")
    return queries.with_battle(field, extra=0)


def _cubes_redrawn(field: state.Field, event: b.CubesRedrawn) -> state.Field:
    field = _with_use(field, event.seat, event.card, "redraw")
    must_fit(total(event.back) == total(event.drawn), "as many are drawn as were put back")
    return _moved(_moved(field, event.back, "drawn", "bag"), event.drawn, "bag", "drawn")


def _clash_returned(field: state.Field, event: b.ClashReturned) -> state.Field:
    return _moved(field, event.cubes, "drawn", "bag")


def _fighters(field: state.Field) -> Iterator[tuple[state.Player, state.Fighter]]:
    """Both fighters, each with the player it is."""
    battle = queries.battle_in(field)
    return ((queries.player_of(field, each.seat), each) for each in (battle.attacker, battle.defender))


def _moved(field: state.Field, cubes: Cubes, origin: str, to: str = "") -> state.Field:
    """The field with cubes gone from one heap of the battle, and come to another one."""
    left = take_cubes(getattr(queries.battle_in(field), origin), cubes)
    field = queries.with_battle(field, **{origin: left})
    return _with_cubes(field, to, cubes) if to else field


def _with_cubes(field: state.Field, heap: str, more: Cubes) -> state.Field:
    return queries.with_battle(field, **{heap: add_cubes(getattr(queries.battle_in(field), heap), more)})


def _with_use(field: state.Field, seat: Seat, card: str, use: state.Use) -> state.Field:
    """The field with the card used so once more, and nobody asked about it."""
    battle = queries.battle_in(field)
    held = queries.card_of(queries.player_of(field, queries.fighter_of(battle, seat).seat), card)
    done = state.Done(seat, held.name, use)
    must_fit(battle.offered in {None, done}, "another card is being asked about")
    must_fit(len(battle.done) < MOST_USES, "no battle has so many cards")
    return queries.with_battle(field, offered=None, done=(*battle.done, done))


def _without_cubes(player: state.Player, actions: int, experience: tuple[Spent, ...]) -> state.Player:
    """The player without the cubes taken from mat and cards; ``Misfit`` where there are not as many."""
    must_fit(actions <= player.actions, f"{player.seat} has not as many action cubes")
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
