"""What players can promise to do, and the decisions by which they could do it."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final, TypeVar

from oathbook.domain.kernel import Hidden, Requirement, Seat
from oathbook.domain.rulesets.heirless.chapters.battles.battlecards import hand_of
from oathbook.domain.rulesets.heirless.chapters.battles.targets import may_target
from oathbook.domain.rulesets.heirless.chapters.turns.assigning import may_assign
from oathbook.domain.rulesets.heirless.chapters.turns.building import may_build
from oathbook.domain.rulesets.heirless.chapters.turns.cards import may_use_card, unlocked_actions
from oathbook.domain.rulesets.heirless.chapters.turns.knights import may_flee, own_knights_on, undeployed_knights
from oathbook.domain.rulesets.heirless.chapters.turns.refining import may_refine
from oathbook.domain.rulesets.heirless.chapters.turns.voting import may_enact, may_vote
from oathbook.domain.rulesets.heirless.model import decisions
from oathbook.domain.rulesets.heirless.model.battle_queries import cards_of, figures_of
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Name
from oathbook.domain.rulesets.heirless.model.queries import grid_of, seats_to_act, workplace_of
from oathbook.domain.rulesets.heirless.model.state import GRID, State
from oathbook.domain.rulesets.heirless.words.letter_states import ALL_IDLE
from oathbook.domain.rulesets.heirless.words.letter_trades import TRADES, act_verb, amount_in, may_be
from oathbook.domain.rulesets.heirless.words.letter_variants import with_variants
from oathbook.domain.rulesets.vocabulary import Args, Verb

D = TypeVar("D", bound=decisions.Decision)

# Standard Actions ------------------------------------------------------------------------------------------------


def _assign_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.Assign]:
    for name in _matching_names(args, "workplace", (built.workplace for built in state.field.built)):
        work = decisions.Assign(by, name, workplace_of(state.rules, name).workers)
        yield from _if_legal(work, may_assign(state, work))


def _refine_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.Refine]:
    """With a Worker of any Faction."""
    for name in _matching_names(args, "makes", (recipe.makes for recipe in state.rules.components.recipes)):
        for worker in FACTIONS:
            work = decisions.Refine(by, worker, name, amount_in(args, "amount"))
            yield from _if_legal(work, may_refine(state, work))


def _build_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.Build]:
    """On the first free place; with a full grid, on that of any Workplace that makes room."""
    grid = grid_of(state.field, by)
    free = [cell for cell in range(1, GRID + 1) if all(built.cell != cell for built in grid)]
    for name in _matching_names(args, "workplace", (each.name for each in state.rules.components.workplaces)):
        full = (decisions.Build(by, name, built.cell, built.workplace) for built in grid)
        for build in (decisions.Build(by, name, free[0]),) if free else full:
            yield from _if_legal(build, may_build(state, build))


def _card_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.UseCard]:
    for name in _matching_names(args, "card", unlocked_actions(state, by)):
        yield from _if_legal(decisions.UseCard(by, name), may_use_card(state, decisions.UseCard(by, name)))


def _deploy_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.Deploy]:
    """Which Knight it is, is not for the player to say: the first one that is not deployed."""
    if any(may_be(args, knight=knight.id) for knight in undeployed_knights(state, by)[:1]):
        yield from (
            decisions.Deploy(by, name)
            for name in _matching_names(args, "tile", (tile.name for tile in state.rules.components.tiles))
        )


def _enact_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.Enact]:
    for name in _matching_names(args, "law", state.field.laws):
        yield from _if_legal(decisions.Enact(by, name), may_enact(state, decisions.Enact(by, name)))


def _flee_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.Flee]:
    """The first of their Knights on a tile."""
    for tile in state.rules.components.tiles:
        if any(may_be(args, knight=knight.id, origin=tile.name) for knight in own_knights_on(state, by, tile.name)[:1]):
            yield from _if_legal(decisions.Flee(by, tile.name), may_flee(state, decisions.Flee(by, tile.name)))


def _idle_decisions(_state: State, by: Seat, _args: Args) -> Iterator[decisions.Idle]:
    yield decisions.Idle(by)


# Answers ---------------------------------------------------------------------------------------------------------


def _answer_decisions(state: State, by: Seat, args: Args, *, allow: bool) -> Iterator[decisions.Permit]:
    """The answer to the player who has asked, for what they have asked for."""
    request = state.field.request
    if request is not None and by in seats_to_act(state) and may_be(args, to=request.by, workplace=request.workplace):
        yield decisions.Permit(by, allow=allow)


def _vote_decisions(state: State, by: Seat, args: Args, side: decisions.Side) -> Iterator[decisions.Vote]:
    """In the vote that is open, if that is meant, by a player who is still to be asked."""
    ballot = state.field.ballot
    if ballot is None or by not in ballot.voters[len(ballot.spent) :]:
        return
    if may_be(args, law=ballot.law, vote=ballot.number):
        vote = decisions.Vote(by, side, amount_in(args, "influence"))
        yield from _if_legal(vote, may_vote(state, vote))


# Battles ---------------------------------------------------------------------------------------------------------


def _target_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.Target]:
    """With one Knight, at one of theirs."""
    hourglass = state.field.war.hourglass
    if hourglass is None or not may_be(args, tile=hourglass.tile):
        return
    for knight in figures_of(hourglass, by):
        for other in hourglass.figures:
            if other.owner in state.seats and other.owner != by and may_be(args, defender=other.owner):
                target = decisions.Target(by, (Aim(knight.figure, other.figure),))
                yield from _if_legal(target, may_target(state, target))


def _ally_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.Ally]:
    """By naming them, whether they name the player or not; every player in a Battle names an ally once."""
    hourglass = state.field.war.hourglass
    if hourglass is None or state.field.stage != "alliances" or not may_be(args, tile=hourglass.tile):
        return
    if by in hourglass.players and all(word.seat != by for word in hourglass.words):
        for other in hourglass.players:
            if other != by and may_be(args, **{"with": other, "ally": other}):
                yield decisions.Ally(by, other)


def _attack_card_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.Attack]:
    """With any other card as the discard, or with none where it is the last one."""
    hand = _hand(state, by)
    for card in _matching_names(args, "card", hand):
        others = [name for name in hand if name != card]
        yield from (decisions.Attack(by, card, Hidden.of(other, by)) for other in others)
        yield from () if others else (decisions.Attack(by, card),)


def _defence_card_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.PlaceCard]:
    return (decisions.PlaceCard(by, Hidden.of(card, by)) for card in _matching_names(args, "card", _hand(state, by)))


def _hand(state: State, by: Seat) -> tuple[Name, ...]:
    """The Battlecards that a player in a Battle has in hand, as far as this reader knows."""
    hourglass, hand = state.field.war.hourglass, cards_of(state.field, by).hand
    is_in_battle = hourglass is not None and by in hourglass.players
    return hand_of(state, by) if is_in_battle and (hand is None or hand.is_open) else ()


def _agree_decisions(state: State, by: Seat, args: Args) -> Iterator[decisions.AgreeToEnd]:
    hourglass = state.field.war.hourglass
    if hourglass is not None and may_be(args, tile=hourglass.tile):
        yield decisions.AgreeToEnd(by)


# What they have in common ------------------------------------------------------------------------------------------


def _matching_names(args: Args, slot: str, names: Iterable[Name]) -> Iterator[Name]:
    """The one that is named, or all of them."""
    return (name for name in names if may_be(args, **{slot: name}))


def _if_legal(decision: D, requirements: Iterable[Requirement]) -> Iterator[D]:
    """The decision, if nothing but whose turn it is could stand against it: the rules ask about that first."""
    if all(needed.holds or needed.kind == "out-of-turn" for needed in requirements):
        yield decision


# The words -------------------------------------------------------------------------------------------------------

_FOR: Final = "{influence:amount} Influence in favour of law {law:law}"
_AGAINST: Final = "{influence:amount} Influence against law {law:law}"
_USED: Final = "{to:player} use workplace {workplace:workplace}"
_REFUSED: Final = "{to:player} the use of workplace {workplace:workplace}"

VERBS: Final = with_variants(
    *TRADES,
    Verb(
        "favour",
        f"spend {_FOR}",
        f"spends {_FOR}",
        "spends_influence",
        fixed={"side": "for"},
        total="influence",
        performed=partial(_vote_decisions, side="for"),
    ),
    Verb(
        "oppose",
        f"spend {_AGAINST}",
        f"spends {_AGAINST}",
        "spends_influence",
        fixed={"side": "against"},
        total="influence",
        performed=partial(_vote_decisions, side="against"),
    ),
    act_verb("propose", "propose law {law:law}", "vote_opens", _enact_decisions),
    act_verb("enact", "enact law {law:law}", "law_enacted", _enact_decisions),
    act_verb("assign", "assign workers to workplace {workplace:workplace}", "assigns", _assign_decisions),
    Verb(
        "let-use",
        f"let {_USED}",
        f"lets {_USED}",
        "permits",
        performed=partial(_answer_decisions, allow=True),
        also=(f"let {_USED} whenever they ask",),
        refused="forbids",
    ),
    act_verb("refuse", f"refuse {_REFUSED}", "forbids", partial(_answer_decisions, allow=False)),
    Verb(
        "refine",
        "refine {amount:amount} {makes:item}",
        "refines {amount:amount} {makes:item}",
        "refines",
        total="amount",
        performed=_refine_decisions,
    ),
    act_verb("build", "build workplace {workplace:workplace}", "builds", _build_decisions),
    act_verb("use-card", "use card {card:card}", "uses_card", _card_decisions),
    act_verb("deploy", "deploy a knight to tile {tile:tile}", "deploys", _deploy_decisions),
    act_verb("deploy-named", "deploy knight {knight:knight} to tile {tile:tile}", "deploys", _deploy_decisions),
    act_verb("flee", "flee from tile {origin:tile}", "flees", _flee_decisions),
    act_verb("flee-with", "flee with knight {knight:knight} from tile {origin:tile}", "flees", _flee_decisions),
    Verb("idle", "idle", "idles", "idles", performed=_idle_decisions, beforehand=ALL_IDLE),
    act_verb("attack", "attack {defender:player}", "attacks_player", _target_decisions),
    Verb("ally", "ally with {with:player}", "allies with {with:player}", "allies", performed=_ally_decisions),
    act_verb("name-ally", "name {ally:player} as an ally", "wants_ally", _ally_decisions),
    act_verb("attack-with", "attack with battlecard {card:battlecard}", "plays_card", _attack_card_decisions),
    act_verb("defend-with", "defend with battlecard {card:battlecard}", "reveals_card", _defence_card_decisions),
    act_verb("agree", "agree to end the battle on tile {tile:tile}", "agrees_to_end", _agree_decisions),
)
