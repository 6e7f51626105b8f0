"""A start position with Battlecards and Attributes and, once they are fought, the Battles of the Season."""

from typing import Final

from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.heirless.chapters.battles.hourglass import candidates_in, with_fewest
from oathbook.domain.rulesets.heirless.model.battle_state import Battle, BattleCards, Cubes, Hourglass
from oathbook.domain.rulesets.heirless.model.battlefield import (
    camps_on,
    knights_in,
    one_side_left,
    owners_in,
    players_in,
)
from oathbook.domain.rulesets.heirless.model.components import Name
from oathbook.domain.rulesets.heirless.model.order import first_of, idle_order
from oathbook.domain.rulesets.heirless.model.state import BANDITS, Stage, State
from oathbook.domain.rulesets.heirless.setup.start_components import check_delay
from oathbook.domain.rulesets.kit.start_checks import countable, fits, once

IN_BATTLES: Final[tuple[Stage, ...]] = ("battles", "targets")
"""Where a game may be taken up among its Battles: before one of them, or where a Battle Turn of a player begins."""


def check_battlefield(state: State) -> None:
    """Every player's cards, every owner's Attributes, and the Battles of the Season while they are fought."""
    war, box = state.field.war, state.rules.components
    cards = {each.seat: each for each in war.cards}
    fits(list(cards) == list(state.seats), "start.war.cards", "not those of the seats, in their order")
    for each in war.cards:
        where = f"start.war.cards.{each.seat}"
        whole = each.hand is None
        fits(each.held + each.discarded == len(box.battlecards), where, f"a player has {len(box.battlecards)}")
        fits(not whole or not each.discarded, where, "the cards in hand are known while none is discarded")
        if each.hand is not None:
            _check_hand(state, each, each.hand, where)
    owners = [*state.seats, *(tile.name for tile in box.tiles if tile.camp)]
    fits([board.owner for board in war.boards] == owners, "start.war.boards", "not those of all players and camps")
    for board in war.boards:
        check_delay(board.figures, f"start.war.boards.{board.owner}.delay")
    fits(not war.face_down, "start.war.face_down", "a Battle is taken up where a Battle Turn begins")
    known = {knight.id for knight in state.field.knights if knight.tile is None}
    fits(set(war.sent_back) <= known, "start.war.sent_back", "one of them is no un-deployed Knight")
    _check_battles(state)
    fits(
        (war.hourglass is not None) == (state.field.stage == "targets"),
        "start.war.hourglass",
        "it is there in a Battle",
    )
    if war.hourglass is not None:
        _check_hourglass(state, war.hourglass)


def _check_hand(state: State, cards: BattleCards, hand: Hidden[tuple[Name, ...]], where: str) -> None:
    """A hand is hidden for its owner; where it can be read, it holds that many cards, all of the box."""
    fits(hand.to == (cards.seat,), where, "a hand is for its owner's eyes")
    if hand.is_open:
        names, known = hand.look(), {card.name for card in state.rules.components.battlecards}
        once(names, where)
        fits(len(names) == cards.held and set(names) <= known, where, f"not {cards.held} Battlecards of the box")


def _check_battles(state: State) -> None:
    """None in turns; else each on a tile of its own, those not over between the figures that are there."""
    field = state.field
    fits(not field.war.battles or field.stage in IN_BATTLES, "start.war.battles", "no Battle has begun")
    once((battle.tile for battle in field.war.battles), "start.war.battles")
    for battle in field.war.battles:
        _check_battle(state, battle)
    left = [battle.status for battle in field.war.battles if battle.status != "over"]
    fits(bool(left) or field.stage not in IN_BATTLES, "start.war.battles", "every Battle is over")
    opened = left.count("open")
    fits(opened == (field.stage == "targets"), "start.war.battles", f"{opened} Battles are open")


def _check_battle(state: State, battle: Battle) -> None:
    where = f"start.war.battles.{battle.tile}"
    there = [each.owner for each in knights_in(state, battle.tile, state.seats)]
    fits(any(tile.name == battle.tile for tile in state.rules.components.tiles), where, "there is no such tile")
    in_order = tuple(seat for seat in idle_order(state.field) if seat in battle.players)
    fits(battle.players == in_order, where, "not players in their order")
    if battle.status == "waiting":
        fits(set(there) - {BANDITS} == set(battle.players), where, "others have Knights there")
        fits((BANDITS in there) == battle.bandits, where, "it is said otherwise whether Bandits are there")
        fits(len(set(there)) > 1, where, "nobody is there to fight")


def _check_hourglass(state: State, hourglass: Hourglass) -> None:
    """The open Battle where one of its players is to choose targets."""
    where = "start.war.hourglass"
    (battle,) = (each for each in state.field.war.battles if each.status == "open")
    fits((hourglass.tile, hourglass.players) == (battle.tile, battle.players), where, "another Battle is open")
    camps = camps_on(state.field, battle.tile)
    known = {tile.name for tile in state.rules.components.tiles if tile.camp}
    fits(hourglass.camp is None or hourglass.camp in known, f"{where}.camp", "there is no such camp")
    fits(not camps or camps == (hourglass.camp,), f"{where}.camp", f"there are Bandits of {', '.join(camps)}")
    there = {(each.figure, each.owner) for each in knights_in(state, battle.tile, state.seats)}
    fits({(each.figure, each.owner) for each in hourglass.figures} == there, f"{where}.figures", "others are there")
    once((each.figure for each in hourglass.figures), f"{where}.figures")
    counted = (*(abs(each.wounds) for each in hourglass.figures), hourglass.turn, hourglass.quiet)
    countable(max(counted), where)
    fits(set(players_in(hourglass)) <= set(battle.players), f"{where}.players", "a player is not in the Battle")
    _check_sides(hourglass, where)
    _check_cubes(state, hourglass, where)
    idle = not hourglass.aims and not hourglass.face_up and not hourglass.wounded
    fits(idle, where, "a Battle is taken up where a Battle Turn begins")
    stall = state.rules.components.stall_battle_turns
    fits(hourglass.stalled == (hourglass.quiet >= stall), f"{where}.stalled", f"a Battle stalls after {stall}")
    agreed = set(hourglass.agreed)
    fits(not agreed or hourglass.stalled, f"{where}.agreed", "the Battle has not stalled")
    fits(agreed < set(players_in(hourglass)), f"{where}.agreed", "not some, but not all, of the players")


def _check_sides(hourglass: Hourglass, where: str) -> None:
    allies = [seat for alliance in hourglass.alliances for seat in alliance]
    once(allies, f"{where}.alliances")
    pairs = all(len(alliance) == 2 for alliance in hourglass.alliances)  # noqa: PLR2004  # because the rulebook says two
    fits(pairs and set(allies) <= set(hourglass.players), f"{where}.alliances", "an Alliance is of two of the players")
    once((word.seat for word in hourglass.words), f"{where}.words")
    fits(not one_side_left(hourglass), f"{where}.figures", "only one side is left")


def _check_cubes(state: State, hourglass: Hourglass, where: str) -> None:
    """Everybody's cubes, and the Attacker whom they name (HB-3.1)."""
    owners = owners_in(hourglass)
    fits(tuple(each.seat for each in hourglass.cubes) == owners, f"{where}.cubes", f"not those of {', '.join(owners)}")
    most = max(_number(each) for each in hourglass.cubes)
    countable(most, f"{where}.cubes")
    named: tuple[Seat, ...] = with_fewest(candidates_in(hourglass))
    attacker = first_of(state, named) if named else None
    fits(hourglass.attacker == attacker, f"{where}.attacker", f"the cubes name {attacker or 'nobody'}")
    fits(attacker != BANDITS and hourglass.turn > 0, f"{where}.attacker", "no player is to choose targets")


def _number(cubes: Cubes) -> int:
    return cubes.top + cubes.bottom
