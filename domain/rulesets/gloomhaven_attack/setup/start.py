"""The beginning of a scenario: as its components set it up, or from a start position, checked field by field."""

from typing import Final

import msgspec

from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.rulesets.gloomhaven_attack.chapters.setup import figures_of
from oathbook.domain.rulesets.gloomhaven_attack.model import queries
from oathbook.domain.rulesets.gloomhaven_attack.model.alike import make_alike
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Attack, Battle, Deck, State
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import Printing, Rules, SharedSwitches, Switches
from oathbook.domain.rulesets.gloomhaven_attack.setup import start_components
from oathbook.domain.rulesets.kit.start_checks import check_countable, check_that, check_unique
from oathbook.domain.rulesets.protocol import Setup

MOST_SUPPLIED: Final = 99
STAGES: Final = ("round", "aiming")  # where a scenario may be taken up
NOT_BEGUN: Final = ("drawn", "mode", "stopped", "played", "values", "asked", "asked_step", "asked_for")
"""What an attack has only after a draw."""


def initial_state(setup: Setup, printing: Printing, *, anywhere: bool = False) -> State:
    """The state a setup describes; ``BadRecord`` names the field that does not fit.

    With ``anywhere`` the scenario may be in any stage: of one in which none is taken up, only the pieces are checked.
    A pile may then be listed in any order, which nobody can see.

    A setup of the other edition is taken as well, so that its record can be verified under this one.
    """
    assert isinstance(setup.components, Components)
    assert isinstance(setup.switches, SharedSwitches)
    assert isinstance(setup.start, Battle | None)
    start_components.check_components(setup.components)
    switches = msgspec.convert(msgspec.to_builtins(setup.switches), Switches)
    seats = tuple(each.seat for each in setup.seats)
    most = sum(figure.kind == "character" for figure in setup.components.figures)
    check_that(1 <= len(seats) <= most, "seats", f"this scenario is for 1 to {most} players, not {len(seats)}")
    rules = Rules(printing, setup.components, switches)
    state = State(rules, seats, setup.start or _set_up(setup.components, seats))
    if setup.start is not None:
        check = check_pieces if anywhere and setup.start.stage not in STAGES else check_start
        check(state)
        for deck in () if anywhere else setup.start.decks:
            ordered = deck.pile == queries.in_order(state, deck.pile)
            check_that(ordered, f"start.decks.{deck.name}", "a pile is listed in the order of components.cards")
    return state


def _set_up(components: Components, seats: tuple[Seat, ...]) -> Battle:
    """All decks whole, and the figures of as many players as there are."""
    figures = figures_of(components, seats)
    used = {figure.deck for figure in figures}
    decks = tuple(
        Deck(deck.name, tuple(each.card for each in deck.cards for _ in range(each.count)))
        for deck in components.decks
        if deck.name in used
    )
    return Battle(figures, decks, components.supplies)


def check_start(state: State) -> None:
    """A start position in which nothing contradicts anything else."""
    battle = state.battle
    check_pieces(state)
    check_that(battle.stage in STAGES, "start.stage", "a scenario is taken up between attacks or before a draw")
    check_that(battle.ending is None, "start.ending", "a scenario that is over is not taken up")
    for monsters in (True, False):
        side = "monster" if monsters else "character or summon"
        check_that(
            bool(queries.living_figures(battle, monsters=monsters)),
            "start.figures",
            f"no {side} lives: the scenario is over",
        )
    check_that(
        (battle.attack is None) == (battle.stage == "round"), "start.attack", "it is there before a draw, and only then"
    )
    if battle.attack is not None:
        _check_attack(battle, battle.attack)


def check_pieces(state: State) -> None:
    """Numbers that can be counted, and decks, figures and tokens out of the box."""
    battle = state.battle
    check_that(1 <= battle.round <= state.rules.components.rounds, "start.round", "the scenario has no such round")
    check_countable(battle.attacks, "start.attacks")
    _check_decks(state)
    _check_figures(state)
    _check_tokens(battle)


def _check_decks(state: State) -> None:
    """Known cards, few enough, and no more Bless and Curse than can be counted."""
    battle, cards = state.battle, {card.id: card for card in state.rules.components.cards}
    check_unique((deck.name for deck in battle.decks), "start.decks")
    for deck in battle.decks:
        where, all_of_it = f"start.decks.{deck.name}", (*deck.pile, *deck.discards)
        check_that(set(all_of_it) <= set(cards), where, "there is no such card")
        own = [each for each in all_of_it if not cards[each].leaves]
        check_that(
            len(own) <= start_components.MOST_CARDS,
            where,
            f"a deck has at most {start_components.MOST_CARDS} cards of its own",
        )
        doubles = sum(cards[each].rolling and cards[each].op == "double" for each in own)
        few = f"a deck has at most {start_components.MOST_ROLLING_DOUBLES} rolling cards that double"
        check_that(doubles <= start_components.MOST_ROLLING_DOUBLES, where, few)
        check_that(not any(cards[each].leaves for each in deck.discards), where, "Bless and Curse are never discarded")
    for supply in battle.supplies:
        where = f"start.supplies.{supply.card}"
        check_that(supply.card in cards and cards[supply.card].leaves, where, "it is no card that leaves its deck")
        out = sum(
            deck.pile.count(supply.card)
            for deck in battle.decks
            if queries.is_supply_for(supply, supply.card, deck.name)
        )
        check_that(supply.left + out <= MOST_SUPPLIED, where, f"there are at most {MOST_SUPPLIED} of them")
    for deck in battle.decks:
        for card in cards.values():
            ready = [each for each in battle.supplies if queries.is_supply_for(each, card.id, deck.name)]
            needed = card.id in deck.pile and card.leaves
            check_that(
                needed <= len(ready) <= 1, "start.supplies", f"{card.id} lies ready in one place for {deck.name}"
            )


def _check_figures(state: State) -> None:
    """Each its deck, each its seat, and only the dead at zero where they die."""
    battle = state.battle
    decks, items = {deck.name for deck in battle.decks}, {item.name for item in state.rules.components.items}
    check_unique((figure.id for figure in battle.figures), "start.figures")
    for figure in battle.figures:
        where, monster = f"start.figures.{figure.id}", figure.kind == "monster"
        check_that(figure.deck in decks, where, f"there is no deck “{figure.deck}”")
        check_that(
            (figure.deck == queries.MONSTERS) == monster,
            where,
            f"the deck “{queries.MONSTERS}” is that of all monsters",
        )
        check_that(
            figure.seat == TABLE if monster else figure.seat in state.seats,
            where,
            f"{figure.seat} cannot decide for it",
        )
        check_countable(figure.hit_points, where)
        check_that(set(figure.items) <= items, where, "there is no such item")
        check_that(set(figure.spent) <= set(figure.items), where, "an item was used that is not there")
        check_unique(figure.items, where)
        check_unique(figure.spent, where)
        check_unique(figure.conditions, where)
        down = figure.hit_points <= 0
        dies = monster or state.rules.switches.who_dies == "every_figure"
        check_that(down or not figure.dead, where, "the dead have no hit points left")
        check_that(figure.dead or not (down and dies), where, "it has no hit points left, and has to be dead")


def _check_tokens(battle: Battle) -> None:
    check_unique(battle.tokens, "start.tokens")
    dead = {figure.id for figure in battle.figures if figure.kind == "monster" and figure.dead}
    check_that(set(battle.tokens) <= dead, "start.tokens", "tokens lie where monsters died")


def _check_attack(battle: Battle, attack: Attack) -> None:
    """An attack about to be drawn for, against its first target or a later one."""
    figures = {figure.id: figure for figure in battle.figures}
    names = tuple(aim.figure for aim in attack.targets)
    check_that(attack.number == battle.attacks, "start.attack.number", "it is the last of start.attacks")
    check_that(attack.attacker in figures, "start.attack.attacker", "there is no such figure")
    check_that(not figures[attack.attacker].dead, "start.attack.attacker", "it is dead")
    check_that(attack.current < len(names), "start.attack.current", "there is no such target, counted from 0")
    check_unique(names, "start.attack.targets")
    for number, name in enumerate(names):
        where = f"start.attack.targets.{name}"
        check_that(name in figures, where, "there is no such figure")
        check_that(queries.is_against(figures[attack.attacker], figures[name]), where, "it is no enemy of the attacker")
        check_that(number < attack.current or not figures[name].dead, where, "it is dead")
    begun = make_alike(Attack, attack, *NOT_BEGUN)
    check_that(attack == begun, "start.attack", "nothing has been drawn, reached or asked yet")
    _check_orders(battle, attack)


def _check_orders(battle: Battle, attack: Attack) -> None:
    """Before the draw only the order of the attacker's own modifiers can have been chosen."""
    poisoned = any(
        "poison" in each.conditions for each in battle.figures if each.id == attack.targets[attack.current].figure
    )
    count = len(attack.modifiers) + poisoned
    check_that(len(attack.orders) <= 1, "start.attack.orders", "only one order can have been chosen before the draw")
    for each in attack.orders:
        whole = each.step == "attacker" and sorted(each.order) == list(range(count))
        check_that(whole, "start.attack.orders", f"it names each of the {count} modifiers of the attacker once")
