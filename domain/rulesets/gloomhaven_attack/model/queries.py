"""Questions to the battle that several steps ask: which figure, which deck, which card, who must decide."""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.rulesets.gloomhaven_attack.model import components
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Attack, Battle, Deck, Figure, State
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import PRINTED, Differences
from oathbook.domain.rulesets.kit.misfits import must_exist, must_find, must_fit

MONSTERS: Final = "monsters"  # the deck that all monsters share (GH-8.7)


def edition_differences(state: State) -> Differences:
    """What the edition prints otherwise than the other one."""
    return PRINTED[state.rules.printing]


def figure_of(battle: Battle, name: components.Name) -> Figure:
    """The figure of that name; ``Misfit`` if there is none."""
    return must_find((each for each in battle.figures if each.id == name), f"figure “{name}”")


def deck_of(battle: Battle, name: components.Name) -> Deck:
    """The deck of that name; ``Misfit`` if there is none."""
    return must_find((each for each in battle.decks if each.name == name), f"deck “{name}”")


def attack_of(battle: Battle) -> Attack:
    """The attack at hand; ``Misfit`` if there is none."""
    return must_exist(battle.attack, "attack at hand")


def card_of(state: State, name: components.CardId) -> components.Card:
    """What is on a card; ``Misfit`` if there is no such card in the box."""
    return must_find((each for each in state.rules.components.cards if each.id == name), f"card “{name}”")


def item_of(state: State, name: components.Name) -> components.Item:
    """What an item grants; every item of a figure is in the box."""
    return must_find((each for each in state.rules.components.items if each.name == name), f"item “{name}”")


def is_supply_for(supply: components.Supply, card: components.CardId, deck: components.Name) -> bool:
    """Whether a supply is of that card and for that deck (GH-8.5)."""
    side = "monsters" if deck == MONSTERS else "characters"
    return supply.card == card and supply.decks in {"all", side}


def with_figure(battle: Battle, figure: Figure) -> Battle:
    """The battle with the figure of that name in the new state."""
    return replace(battle, figures=tuple(figure if each.id == figure.id else each for each in battle.figures))


def with_deck(battle: Battle, deck: Deck) -> Battle:
    """The battle with the deck of that name in the new state."""
    return replace(battle, decks=tuple(deck if each.name == deck.name else each for each in battle.decks))


def in_order(state: State, cards: tuple[components.CardId, ...]) -> tuple[components.CardId, ...]:
    """Cards in the order of the box: what lies in a pile has no order of its own."""
    place = {card.id: number for number, card in enumerate(state.rules.components.cards)}
    return tuple(sorted(cards, key=place.__getitem__))


def living_figures(battle: Battle, *, monsters: bool) -> tuple[Figure, ...]:
    """The figures of one side that have not died."""
    return tuple(each for each in battle.figures if (each.kind == "monster") == monsters and not each.dead)


def is_against(one: Figure, other: Figure) -> bool:
    """Whether two figures are enemies."""
    return (one.kind == "monster") != (other.kind == "monster")


def current_target(battle: Battle) -> Figure:
    """The enemy the attack is at."""
    attack = attack_of(battle)
    must_fit(attack.current < len(attack.targets), "the attack has no target left")
    return figure_of(battle, attack.targets[attack.current].figure)


def seats_to_act(state: State) -> tuple[Seat, ...]:
    """The seats of which one has to decide before anything else happens."""
    battle = state.battle
    match battle.stage:
        case "round":
            own = {figure.seat for figure in battle.figures if not figure.dead}
            return (*(seat for seat in state.seats if seat in own), TABLE)
        case "aiming" | "ordering" | "choosing" | "naming":
            attack = attack_of(battle)
            return (attack.asked or figure_of(battle, attack.attacker).seat,)
        case "resolving" | "over":
            return ()
