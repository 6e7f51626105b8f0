"""A start position with Battlecards and Attributes and, once they are fought, the Battles of the Season."""

from typing import Final

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.heirless.chapters.battles.hourglass import candidates_in, with_fewest
from oathbook.domain.rulesets.heirless.model import battle_queries
from oathbook.domain.rulesets.heirless.model.battle_state import Battle, BattleCards, Cubes, Hourglass
from oathbook.domain.rulesets.heirless.model.components import Name
from oathbook.domain.rulesets.heirless.model.state import BANDITS, Stage, State
from oathbook.domain.rulesets.heirless.model.turn_order import idle_order, tie_winner
from oathbook.domain.rulesets.heirless.setup.start_components import check_delay
from oathbook.domain.rulesets.kit.start_checks import check_countable, check_that, check_unique

IN_BATTLES: Final[tuple[Stage, ...]] = ("battles", "targets")
"""Where a game may be taken up among its Battles: before one of them, or where a Battle Turn of a player begins."""


def check_battlefield(state: State) -> None:
    """Every player's cards, every owner's Attributes, and the Battles of the Season while they are fought."""
    war, box = state.field.war, state.rules.components
    cards = {each.seat: each for each in war.cards}
    check_that(list(cards) == list(state.seats), "start.war.cards", "not those of the seats, in their order")
    for each in war.cards:
        where = f"start.war.cards.{each.seat}"
        whole = each.hand is None
        check_that(each.held + each.discarded == len(box.battlecards), where, f"a player has {len(box.battlecards)}")
        check_that(not whole or not each.discarded, where, "the cards in hand are known while none is discarded")
        if each.hand is not None:
            _check_hand(state, each, each.hand, where)
    owners = [*state.seats, *(tile.name for tile in box.tiles if tile.camp)]
    check_that(
        [board.owner for board in war.boards] == owners, "start.war.boards", "not those of all players and camps"
    )
    for board in war.boards:
        check_delay(board.figures, f"start.war.boards.{board.owner}.delay")
    check_that(not war.face_down, "start.war.face_down", "a Battle is taken up where a Battle Turn begins")
    known = {knight.id for knight in state.field.knights if knight.tile is None}
    check_that(set(war.sent_back) <= known, "start.war.sent_back", "one of them is no un-deployed Knight")
    _check_battles(state)
    check_that(
        (war.hourglass is not None) == (state.field.stage == "targets"),
        "start.war.hourglass",
        "it is there in a Battle",
    )
    if war.hourglass is not None:
        _check_hourglass(state, war.hourglass)


def _check_hand(state: State, cards: BattleCards, hand: Hidden[tuple[Name, ...]], where: str) -> None:
    """A hand is hidden for its owner; where it can be read, it holds that many cards, all of the box."""
    check_that(hand.to == (cards.seat,), where, "a hand is for its owner's eyes")
    if hand.is_open:
        names, known = hand.look(), {card.name for card in state.rules.components.battlecards}
        check_unique(names, where)
        check_that(len(names) == cards.held and set(names) <= known, where, f"not {cards.held} Battlecards of the box")


def _check_battles(state: State) -> None:
    """None in turns; else each on a tile of its own, those not over between the figures that are there."""
    field = state.field
    check_that(not field.war.battles or field.stage in IN_BATTLES, "start.war.battles", "no Battle has begun")
    check_unique((battle.tile for battle in field.war.battles), "start.war.battles")
    for battle in field.war.battles:
        _check_battle(state, battle)
    left = [battle.status for battle in field.war.battles if battle.status != "over"]
    check_that(bool(left) or field.stage not in IN_BATTLES, "start.war.battles", "every Battle is over")
    opened = left.count("open")
    check_that(opened == (field.stage == "targets"), "start.war.battles", f"{opened} Battles are open")


def _check_battle(state: State, battle: Battle) -> None:
    where = f"start.war.battles.{battle.tile}"
    there = [each.owner for each in battle_queries.figures_on_tile(state, battle.tile, state.seats)]
    check_that(any(tile.name == battle.tile for tile in state.rules.components.tiles), where, "there is no such tile")
    in_order = tuple(seat for seat in idle_order(state.field) if seat in battle.players)
    check_that(battle.players == in_order, where, "not players in their order")
    if battle.status == "waiting":
        check_that(set(there) - {BANDITS} == set(battle.players), where, "others have Knights there")
        check_that((BANDITS in there) == battle.bandits, where, "it is said otherwise whether Bandits are there")
        check_that(len(set(there)) > 1, where, "nobody is there to fight")


def _check_hourglass(state: State, hourglass: Hourglass) -> None:
    """The open Battle where one of its players is to choose targets."""
    where = "start.war.hourglass"
    (battle,) = (each for each in state.field.war.battles if each.status == "open")
    check_that((hourglass.tile, hourglass.players) == (battle.tile, battle.players), where, "another Battle is open")
    camps = battle_queries.camps_on(state.field, battle.tile)
    known = {tile.name for tile in state.rules.components.tiles if tile.camp}
    check_that(hourglass.camp is None or hourglass.camp in known, f"{where}.camp", "there is no such camp")
    check_that(not camps or camps == (hourglass.camp,), f"{where}.camp", f"there are Bandits of {', '.join(camps)}")
    there = {(each.figure, each.owner) for each in battle_queries.figures_on_tile(state, battle.tile, state.seats)}
    check_that(
        {(each.figure, each.owner) for each in hourglass.figures} == there, f"{where}.figures", "others are there"
    )
    check_unique((each.figure for each in hourglass.figures), f"{where}.figures")
    counted = (*(abs(each.wounds) for each in hourglass.figures), hourglass.turn, hourglass.quiet)
    check_countable(max(counted), where)
    check_that(
        set(battle_queries.players_in(hourglass)) <= set(battle.players),
        f"{where}.players",
        "a player is not in the Battle",
    )
    _check_sides(hourglass, where)
    _check_cubes(state, hourglass, where)
    idle = not hourglass.aims and not hourglass.face_up and not hourglass.wounded
    check_that(idle, where, "a Battle is taken up where a Battle Turn begins")
    stall = state.rules.components.stall_battle_turns
    check_that(hourglass.stalled == (hourglass.quiet >= stall), f"{where}.stalled", f"a Battle stalls after {stall}")
    agreed = set(hourglass.agreed)
    check_that(not agreed or hourglass.stalled, f"{where}.agreed", "the Battle has not stalled")
    check_that(
        agreed < set(battle_queries.players_in(hourglass)), f"{where}.agreed", "not some, but not all, of the players"
    )


def _check_sides(hourglass: Hourglass, where: str) -> None:
    allies = [seat for alliance in hourglass.alliances for seat in alliance]
    check_unique(allies, f"{where}.alliances")
    pairs = all(len(alliance) == 2 for alliance in hourglass.alliances)  # noqa: PLR2004  # because the rulebook says two
    check_that(
        pairs and set(allies) <= set(hourglass.players), f"{where}.alliances", "an Alliance is of two of the players"
    )
    check_unique((word.seat for word in hourglass.words), f"{where}.words")
    check_that(not battle_queries.is_one_side_left(hourglass), f"{where}.figures", "only one side is left")


def _check_cubes(state: State, hourglass: Hourglass, where: str) -> None:
    """Everybody's cubes, and the Attacker whom they name (HB-3.1)."""
    owners = battle_queries.owners_in(hourglass)
    check_that(
        tuple(each.seat for each in hourglass.cubes) == owners, f"{where}.cubes", f"not those of {', '.join(owners)}"
    )
    most = max(_number(each) for each in hourglass.cubes)
    check_countable(most, f"{where}.cubes")
    named: tuple[Seat, ...] = with_fewest(candidates_in(hourglass))
    attacker = tie_winner(state, named) if named else None
    check_that(hourglass.attacker == attacker, f"{where}.attacker", f"the cubes name {attacker or 'nobody'}")
    check_that(attacker != BANDITS and hourglass.turn > 0, f"{where}.attacker", "no player is to choose targets")


def _number(cubes: Cubes) -> int:
    return cubes.top + cubes.bottom
