"""A battle in a start position: what has happened in it has to fit the stage at which it is taken up."""

from oathbook.domain.rulesets.cube_bag.chapters.allocation import damage_by_object, is_legal, question_of
from oathbook.domain.rulesets.cube_bag.chapters.clash import courage_of
from oathbook.domain.rulesets.cube_bag.chapters.forces import corps_limit, is_fortified
from oathbook.domain.rulesets.cube_bag.chapters.losses import damage_of
from oathbook.domain.rulesets.cube_bag.model.cubes import NEUTRAL
from oathbook.domain.rulesets.cube_bag.model.hexes import is_on
from oathbook.domain.rulesets.cube_bag.model.queries import player_of
from oathbook.domain.rulesets.cube_bag.model.state import Battle, Fighter, State
from oathbook.domain.rulesets.kit.start_checks import check_that, check_unique

BATTLE = "start.battle"


def check_battle(state: State, battle: Battle) -> None:
    """Two fighters with armies that are there, cubes of theirs in the bag, and a past that fits the stage."""
    attacker, defender = battle.attacker, battle.defender
    check_that(attacker.seat == state.field.maneuvers[0], f"{BATTLE}.attacker", "it attacks whose maneuver comes first")
    check_that(attacker.seat != defender.seat, f"{BATTLE}.defender", "nobody attacks oneself")
    check_that(battle.target in defender.hexes, f"{BATTLE}.defender.hexes", "the hex attacked is one of them")
    check_that(not set(attacker.hexes) & set(defender.hexes), f"{BATTLE}.attacker.hexes", "one is the enemy's")
    for name, fighter in (("attacker", attacker), ("defender", defender)):
        check_fighter(state, fighter, f"{BATTLE}.{name}")
    check_cubes(state, battle)
    check_that(battle.offered is None and not battle.fallen, BATTLE, "a game is not taken up there")
    held = {(player.seat, card.name) for player in state.field.players for card in player.cards}
    check_that({(each.seat, each.card) for each in battle.done} <= held, f"{BATTLE}.done", "a card that nobody has")
    check_stage(state, battle)


def check_fighter(state: State, fighter: Fighter, where: str) -> None:
    """A seat at the table, with armies of its own, on the hexes concerned, and cards it has."""
    check_that(fighter.seat in state.seats, where, "there is no such seat")
    check_unique(fighter.armies, f"{where}.armies")
    check_unique(fighter.hexes, f"{where}.hexes")
    own = {army.id: army.hex for army in state.field.armies if army.seat == fighter.seat}
    check_that(set(fighter.armies) <= set(own), f"{where}.armies", "one is not an army of that seat")
    check_that(
        {own[name] for name in fighter.armies} <= set(fighter.hexes), f"{where}.hexes", "an army is on none of them"
    )
    there = all(is_on(state.rules.components.map, each) for each in fighter.hexes)
    check_that(there, f"{where}.hexes", "one is not on the map")
    check_unique((each.card for each in fighter.experience), f"{where}.experience")
    cards = {card.name for card in player_of(state.field, fighter.seat).cards}
    check_that(
        {each.card for each in fighter.experience} <= cards, f"{where}.experience", "a card that the player has not"
    )
    check_that(fighter.prepared or _has_nothing(fighter), where, "nothing lies before a fighter who has not prepared")


def _has_nothing(fighter: Fighter) -> bool:
    bare = Fighter(fighter.seat, fighter.armies, fighter.hexes)
    return fighter == bare


def check_cubes(state: State, battle: Battle) -> None:
    """Only cubes of the two fighters and neutral ones."""
    seats = (battle.attacker.seat, battle.defender.seat)
    known = {NEUTRAL, *(player_of(state.field, seat).colour for seat in seats)}
    for name in ("bag", "drawn", "discarded"):
        cubes: dict[str, int] = dict(getattr(battle, name))
        check_that(set(cubes) <= known, f"{BATTLE}.{name}", "cubes of a player who does not fight")
        check_that(0 not in cubes.values(), f"{BATTLE}.{name}", "a colour without cubes is named")


def check_stage(state: State, battle: Battle) -> None:
    """What has happened up to that stage, and nothing of what comes later."""
    stage = state.field.stage
    if stage in {"reaction", "preparation"}:
        check_before_the_bag(state, battle)
    else:
        check_with_the_bag(state, battle)
    if stage != "recovery":
        check_size(state, battle)
        check_that(bool(battle.attacker.armies), f"{BATTLE}.attacker.armies", "a player has to attack")
        siege = is_fortified(state, battle.target, battle.attacker.hexes)
        check_that(battle.siege == siege, f"{BATTLE}.siege", f"by what is attacked it is {str(siege).lower()}")
        check_that(not battle.lost, f"{BATTLE}.lost", "nothing is lost before the losses")
    if stage != "losses":
        check_that(not battle.choices, f"{BATTLE}.choices", "losses are chosen at their stage")


def check_size(state: State, battle: Battle) -> None:
    """No more armies than a corps may have, but for those that came over and fight (CA-39)."""
    if state.rules.switches.converted_unit == "fights" and state.field.stage not in {"reaction", "preparation"}:
        return
    for fighter in (battle.attacker, battle.defender):
        limit = corps_limit(state, fighter.seat)
        check_that(len(fighter.armies) <= limit, BATTLE, "more armies than a corps may have")


def check_before_the_bag(state: State, battle: Battle) -> None:
    """No bag yet; while armies react nobody has prepared."""
    attacker, defender = battle.attacker, battle.defender
    bare = Battle(battle.target, battle.siege, attacker, defender, choices=battle.choices, lost=battle.lost)
    check_that(battle == bare, BATTLE, "the bag has not been filled at that stage")
    is_preparing = state.field.stage == "preparation" and not (attacker.prepared and defender.prepared)
    check_that(is_preparing or not (attacker.prepared or defender.prepared), BATTLE, "nobody can have prepared")
    for fighter in (attacker, defender):
        check_that(not (fighter.courage or fighter.damage), BATTLE, "courage and damage are not known at that stage")


def check_with_the_bag(state: State, battle: Battle) -> None:
    """All cubes are in the bag or out of it; courage and damage are what the position makes of them."""
    stage = state.field.stage
    has_drawn = stage in {"losses", "recovery"}
    for fighter in (battle.attacker, battle.defender):
        where = f"{BATTLE}.{'attacker' if fighter == battle.attacker else 'defender'}"
        check_that(fighter.prepared and not (fighter.own or fighter.neutral), where, "what was prepared is in the bag")
        courage = courage_of(state, fighter.seat).total
        known = {"conversion": 0, "clash": courage}.get(stage, fighter.courage)
        check_that(fighter.courage == known, f"{where}.courage", f"it is {known}")
        damage = damage_of(state, fighter.seat).total if stage == "losses" else 0
        check_that(stage == "recovery" or fighter.damage == damage, f"{where}.damage", f"it is {damage}")
    check_that(battle.has_drawn == has_drawn, f"{BATTLE}.has_drawn", f"at that stage it is {str(has_drawn).lower()}")
    check_that(has_drawn or not battle.drawn, f"{BATTLE}.drawn", "nothing has been drawn at that stage")
    check_that(
        battle.extra == (0 if has_drawn else None), f"{BATTLE}.extra", "it is 0 after the draws, and not there before"
    )
    check_choices(state, battle)


def check_choices(state: State, battle: Battle) -> None:
    """A choice of one who deals damage, its own to see, not open yet, and allowed as far as this reader sees it."""
    check_unique((choice.seat for choice in battle.choices), f"{BATTLE}.choices")
    dealing = {each.seat for each in (battle.attacker, battle.defender) if each.damage}
    for choice in battle.choices:
        where = f"{BATTLE}.choices"
        check_that(choice.seat in dealing, where, "a player chooses who deals no damage")
        check_that(choice.losses.to == (choice.seat,) and choice.shown is None, where, "a choice is its seat's own")
        if choice.losses.is_open:
            legal = is_legal(question_of(state, choice.seat), damage_by_object(choice.losses.look()))
            check_that(legal, where, "these losses may not be dealt")
