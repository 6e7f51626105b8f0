"""The beginning of a scenario: as its components set it up, or from a start position, checked field by field."""

from typing import Final

import msgspec

from oathbook.domain.kernel.seats import TABLE, Seat
from oathbook.domain.rulesets.gloomhaven_attack.chapters.setup import figures_of
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components
from oathbook.domain.rulesets.gloomhaven_attack.model.field import MONSTERS, in_order, is_against, living, serves
from oathbook.domain.rulesets.gloomhaven_attack.model.printing import Printing
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Attack, Battle, Deck, State
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import Rules, SharedSwitches, Switches
from oathbook.domain.rulesets.gloomhaven_attack.setup.start_components import (
    MOST_CARDS,
    MOST_ROLLING_DOUBLES,
    check_components,
)
from oathbook.domain.rulesets.kit.start_checks import countable, fits, once
from oathbook.domain.rulesets.protocol import Setup

MOST_SUPPLIED: Final = 99


def first_state(setup: Setup, printing: Printing) -> State:
    """The state a setup describes; ``BadRecord`` names the field that does not fit.

    A setup of the other edition is taken as well, so that its record can be verified under this one.
    """
    assert isinstance(setup.components, Components)
    assert isinstance(setup.switches, SharedSwitches)
    assert isinstance(setup.start, Battle | None)
    check_components(setup.components)
    switches = msgspec.convert(msgspec.to_builtins(setup.switches), Switches)
    seats = tuple(each.seat for each in setup.seats)
    most = sum(figure.kind == "character" for figure in setup.components.figures)
    fits(1 <= len(seats) <= most, "seats", f"this scenario is for 1 to {most} players, not {len(seats)}")
    rules = Rules(printing, setup.components, switches)
    state = State(rules, seats, setup.start or _set_up(setup.components, seats))
    if setup.start is not None:
        check_start(state)
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
    fits(battle.stage in {"round", "aiming"}, "start.stage", "a scenario is taken up between attacks or before a draw")
    fits(1 <= battle.round <= state.rules.components.rounds, "start.round", "the scenario has no such round")
    countable(battle.attacks, "start.attacks")
    fits(battle.ending is None, "start.ending", "a scenario that is over is not taken up")
    _check_decks(state)
    _check_figures(state)
    _check_tokens(battle)
    for monsters in (True, False):
        side = "monster" if monsters else "character or summon"
        fits(bool(living(battle, monsters=monsters)), "start.figures", f"no {side} lives: the scenario is over")
    fits(
        (battle.attack is None) == (battle.stage == "round"), "start.attack", "it is there before a draw, and only then"
    )
    if battle.attack is not None:
        _check_attack(battle, battle.attack)


def _check_decks(state: State) -> None:
    """Known cards, few enough, and no more Bless and Curse than can be counted."""
    battle, cards = state.battle, {card.id: card for card in state.rules.components.cards}
    once((deck.name for deck in battle.decks), "start.decks")
    for deck in battle.decks:
        where, all_of_it = f"start.decks.{deck.name}", (*deck.pile, *deck.discards)
        fits(set(all_of_it) <= set(cards), where, "there is no such card")
        own = [each for each in all_of_it if not cards[each].leaves]
        fits(len(own) <= MOST_CARDS, where, f"a deck has at most {MOST_CARDS} cards of its own")
        doubles = sum(cards[each].rolling and cards[each].op == "double" for each in own)
        few = f"a deck has at most {MOST_ROLLING_DOUBLES} rolling cards that double"
        fits(doubles <= MOST_ROLLING_DOUBLES, where, few)
        fits(not any(cards[each].leaves for each in deck.discards), where, "Bless and Curse are never discarded")
        fits(deck.pile == in_order(state, deck.pile), where, "a pile is listed in the order of components.cards")
    for supply in battle.supplies:
        where = f"start.supplies.{supply.card}"
        fits(supply.card in cards and cards[supply.card].leaves, where, "it is no card that leaves its deck")
        out = sum(deck.pile.count(supply.card) for deck in battle.decks if serves(supply, supply.card, deck.name))
        fits(supply.left + out <= MOST_SUPPLIED, where, f"there are at most {MOST_SUPPLIED} of them")
    for deck in battle.decks:
        for card in cards.values():
            ready = [each for each in battle.supplies if serves(each, card.id, deck.name)]
            needed = card.id in deck.pile and card.leaves
            fits(needed <= len(ready) <= 1, "start.supplies", f"{card.id} lies ready in one place for {deck.name}")


def _check_figures(state: State) -> None:
    """Each its deck, each its seat, and only the dead at zero where they die."""
    battle = state.battle
    decks, items = {deck.name for deck in battle.decks}, {item.name for item in state.rules.components.items}
    once((figure.id for figure in battle.figures), "start.figures")
    for figure in battle.figures:
        where, monster = f"start.figures.{figure.id}", figure.kind == "monster"
        fits(figure.deck in decks, where, f"there is no deck {figure.deck!r}")
        fits((figure.deck == MONSTERS) == monster, where, f"the deck {MONSTERS!r} is that of all monsters")
        fits(
            figure.seat == TABLE if monster else figure.seat in state.seats,
            where,
            f"{figure.seat!r} cannot decide for it",
        )
        countable(figure.hit_points, where)
        fits(set(figure.items) <= items, where, "there is no such item")
        fits(set(figure.spent) <= set(figure.items), where, "an item was used that is not there")
        once(figure.items, where)
        once(figure.spent, where)
        once(figure.conditions, where)
        down = figure.hit_points <= 0
        dies = monster or state.rules.switches.who_dies == "every_figure"
        fits(down or not figure.dead, where, "the dead have no hit points left")
        fits(figure.dead or not (down and dies), where, "it has no hit points left, and has to be dead")


def _check_tokens(battle: Battle) -> None:
    once(battle.tokens, "start.tokens")
    dead = {figure.id for figure in battle.figures if figure.kind == "monster" and figure.dead}
    fits(set(battle.tokens) <= dead, "start.tokens", "tokens lie where monsters died")


def _check_attack(battle: Battle, attack: Attack) -> None:
    """An attack about to be drawn for, against its first target or a later one."""
    figures = {figure.id: figure for figure in battle.figures}
    names = tuple(aim.figure for aim in attack.targets)
    fits(attack.number == battle.attacks, "start.attack.number", "it is the last of start.attacks")
    fits(attack.attacker in figures, "start.attack.attacker", "there is no such figure")
    fits(not figures[attack.attacker].dead, "start.attack.attacker", "it is dead")
    fits(attack.current < len(names), "start.attack.current", "there is no such target, counted from 0")
    once(names, "start.attack.targets")
    for number, name in enumerate(names):
        where = f"start.attack.targets.{name}"
        fits(name in figures, where, "there is no such figure")
        fits(is_against(figures[attack.attacker], figures[name]), where, "it is no enemy of the attacker")
        fits(number < attack.current or not figures[name].dead, where, "it is dead")
    begun = Attack(
        number=attack.number,
        attacker=attack.attacker,
        base=attack.base,
        targets=attack.targets,
        reach=attack.reach,
        modifiers=attack.modifiers,
        pierce=attack.pierce,
        effects=attack.effects,
        advantage=attack.advantage,
        disadvantage=attack.disadvantage,
        current=attack.current,
        orders=attack.orders,
    )
    fits(attack == begun, "start.attack", "nothing has been drawn, reached or asked yet")
    _check_orders(battle, attack)


def _check_orders(battle: Battle, attack: Attack) -> None:
    """Before the draw only the order of the attacker's own modifiers can have been chosen."""
    poisoned = any(
        "poison" in each.conditions for each in battle.figures if each.id == attack.targets[attack.current].figure
    )
    count = len(attack.modifiers) + poisoned
    fits(len(attack.orders) <= 1, "start.attack.orders", "only one order can have been chosen before the draw")
    for each in attack.orders:
        whole = each.step == "attacker" and sorted(each.order) == list(range(count))
        fits(whole, "start.attack.orders", f"it names each of the {count} modifiers of the attacker once")
