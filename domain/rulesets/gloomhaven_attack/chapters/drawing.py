"""GH-2, GH-3, GH-4, GH-6: modifier cards are turned over, one after the other, until it is enough."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import DrawRequest, Requirement
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.gloomhaven_attack.model import events, queries
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import DrawCards
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Mode, State
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import Differences
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH

PAIR: Final = 2  # cards drawn with Advantage and with Disadvantage (GH-2.1, GH-3.1)


def mode_of(state: State) -> tuple[Mode, tuple[GH, ...]]:
    """With Advantage, with Disadvantage or with neither, and the clauses that say so."""
    attack = queries.attack_of(state.battle)
    too_close = attack.reach == "ranged" and attack.targets[attack.current].distance == 1
    close = (GH.TOO_CLOSE,) if too_close else ()
    reasons_for, reasons_against = len(attack.advantage), len(attack.disadvantage) + too_close
    items = {item.name for item in state.rules.components.items if item.grants == "advantage"}
    whole = (GH.WHOLE_ACTION,) if items & set(attack.advantage) else ()
    if reasons_for and reasons_against:
        return "neither", (GH.NO_ADDING_UP, *whole, *close)
    if not reasons_for and not reasons_against:
        return "neither", ()
    once = (GH.NO_ADDING_UP,) if max(reasons_for, reasons_against) > 1 else ()
    if reasons_for:
        return "advantage", (GH.ADVANTAGE, *whole, *once)
    return "disadvantage", (GH.DISADVANTAGE, *close, *once)


def draw_cards(play: Play, chance: Chance) -> None:
    """Turn over what the mode asks for; each card is a draw of its own, from what is left in the deck."""
    mode, cites = mode_of(play.state)
    play.emit(
        events.DrawBegan(play.attacker.id, play.target.id, mode),
        *(GH.CARD, GH.WHOSE_DECK, *cites),
        readings=(FA.SUMMONS,) if play.attacker.kind == "summon" else (),
    )
    shuffled = False
    while wants_more(rolling_so_far(play.state), mode, queries.edition_differences(play.state)):
        if not queries.deck_of(play.battle, play.attacker.deck).pile:
            if shuffled or not _shuffle_in(play):
                _stop_draw(play)
                return
            shuffled = True
        _draw_one(play, chance)


def rolling_so_far(state: State) -> tuple[bool, ...]:
    """Of each card drawn for the target at hand, whether it is a rolling one."""
    return tuple(queries.card_of(state, each.card).rolling for each in queries.attack_of(state.battle).drawn)


def wants_more(rolling: tuple[bool, ...], mode: Mode, differences: Differences) -> bool:
    """Whether another card is drawn after these."""
    if mode == "neither":
        return all(rolling)
    if differences.rolling == "all count":
        return len(rolling) < PAIR or all(rolling)
    return all(rolling) or rolling.index(False) + PAIR > len(rolling)


def asking_clause(rolling: tuple[bool, ...], mode: Mode, differences: Differences) -> GH:
    """The clause that asks for another card after these."""
    if not rolling:
        return GH.CARD
    if mode == "neither":
        return GH.ROLLING
    advantage = mode == "advantage"
    if len(rolling) < PAIR:
        return GH.ADVANTAGE if advantage else GH.DISADVANTAGE
    if differences.rolling == "all count":
        return GH.TWO_ROLLING if advantage else GH.LAST_CARD_ONLY
    return GH.FH_ADVANTAGE if advantage else GH.FH_DISADVANTAGE


def _draw_one(play: Play, chance: Chance) -> None:
    """One card; a Bless or a Curse leaves the deck at once, or in ``fh`` once it is resolved (GH-6.1, FH-6.1)."""
    name, drawn, differences = play.attacker.deck, play.attack.drawn, queries.edition_differences(play.state)
    clause = asking_clause(rolling_so_far(play.state), play.attack.mode, differences)
    pile = queries.in_order(play.state, queries.deck_of(play.battle, name).pile)
    request = DrawRequest(f"{name}/{len(drawn) + 1}", pile, clause=str(clause))
    (card,) = chance.draw(request).drawn
    if not queries.card_of(play.state, card).leaves:
        play.emit(events.CardDrawn(name, card), clause)
    elif differences.bless_leaves == "when drawn":
        play.emit(events.CardDrawn(name, card), GH.DISCARDS, clause)
        play.emit(events.CardLeft(name, card), GH.DISCARDS, readings=(FA.REMOVED_CARDS,))
    else:
        play.emit(events.CardDrawn(name, card), GH.FH_SUPPLY, clause)


def _shuffle_in(play: Play) -> bool:
    """The discards go back, and by FA-10 perhaps what lies on the table for this draw; false if there is nothing."""
    name = play.attacker.deck
    on_table = tuple(each.card for each in play.attack.drawn if each.on_table)
    again = queries.deck_of(play.battle, name).discards
    if play.switches.cards_in_play == "shuffled_in":
        again = (*again, *on_table)
    if not again:
        return False
    readings = (FA.CARDS_IN_PLAY,) if on_table else ()
    play.emit(events.DeckShuffled(name, "empty", queries.in_order(play.state, again)), GH.EMPTY, readings=readings)
    return True


def _stop_draw(play: Play) -> None:
    on_table = any(each.on_table for each in play.attack.drawn)
    readings = (FA.NOTHING_LEFT, FA.CARDS_IN_PLAY) if on_table else (FA.NOTHING_LEFT,)
    play.emit(events.DrawStopped(play.attacker.deck), GH.EMPTY, readings=readings)


def may_draw_cards(state: State, decision: DrawCards) -> Iterator[Requirement]:
    """The attacker, when the target at hand is faced."""
    yield must_be_asked(state, decision.by, during=("aiming",), clause=GH.CARD)
