"""What players can promise to do, and the decisions by which they could do it."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.kernel.refusals import Requirement
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.heirless.chapters.battles.battlecards import hand_of
from oathbook.domain.rulesets.heirless.chapters.battles.targets import may_target
from oathbook.domain.rulesets.heirless.chapters.turns.assigning import may_assign
from oathbook.domain.rulesets.heirless.chapters.turns.building import may_build
from oathbook.domain.rulesets.heirless.chapters.turns.cards import may_use_card, unlocked
from oathbook.domain.rulesets.heirless.chapters.turns.knights import may_flee, on_tile, undeployed
from oathbook.domain.rulesets.heirless.chapters.turns.refining import may_refine
from oathbook.domain.rulesets.heirless.chapters.turns.voting import may_enact, may_vote
from oathbook.domain.rulesets.heirless.model.battle_decisions import AgreeToEnd, Ally, Attack, PlaceCard, Target
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.battlefield import cards_of, figures_of
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Name
from oathbook.domain.rulesets.heirless.model.decisions import (
    Assign,
    Build,
    Decision,
    Deploy,
    Enact,
    Flee,
    Idle,
    Permit,
    Refine,
    Side,
    UseCard,
    Vote,
)
from oathbook.domain.rulesets.heirless.model.field import asked, grid_of, workplace_of
from oathbook.domain.rulesets.heirless.model.state import GRID, State
from oathbook.domain.rulesets.heirless.words.letter_states import ALL_IDLE
from oathbook.domain.rulesets.heirless.words.letter_trades import TRADES, amount_in, fits
from oathbook.domain.rulesets.heirless.words.letter_ways import with_ways
from oathbook.domain.rulesets.vocabulary import Args, Verb

D = TypeVar("D", bound=Decision)

# Standard Actions ------------------------------------------------------------------------------------------------


def _assigning(state: State, by: Seat, args: Args) -> Iterator[Assign]:
    for name in _named(args, "workplace", (built.workplace for built in state.field.built)):
        work = Assign(by, name, workplace_of(state.rules, name).workers)
        yield from _able(work, may_assign(state, work))


def _refining(state: State, by: Seat, args: Args) -> Iterator[Refine]:
    """With a Worker of any Faction."""
    for name in _named(args, "makes", (recipe.makes for recipe in state.rules.components.recipes)):
        for worker in FACTIONS:
            work = Refine(by, worker, name, amount_in(args, "amount"))
            yield from _able(work, may_refine(state, work))


def _building(state: State, by: Seat, args: Args) -> Iterator[Build]:
    """On the first free place; with a full grid, on that of any Workplace that makes room."""
    grid = grid_of(state.field, by)
    free = [cell for cell in range(1, GRID + 1) if all(built.cell != cell for built in grid)]
    for name in _named(args, "workplace", (each.name for each in state.rules.components.workplaces)):
        full = (Build(by, name, built.cell, built.workplace) for built in grid)
        for build in (Build(by, name, free[0]),) if free else full:
            yield from _able(build, may_build(state, build))


def _using(state: State, by: Seat, args: Args) -> Iterator[UseCard]:
    for name in _named(args, "card", unlocked(state, by)):
        yield from _able(UseCard(by, name), may_use_card(state, UseCard(by, name)))


def _deploying(state: State, by: Seat, args: Args) -> Iterator[Deploy]:
    """Which Knight it is, is not for the player to say: the first one that is not deployed."""
    if any(fits(args, knight=knight.id) for knight in undeployed(state, by)[:1]):
        yield from (
            Deploy(by, name) for name in _named(args, "tile", (tile.name for tile in state.rules.components.tiles))
        )


def _proposing(state: State, by: Seat, args: Args) -> Iterator[Enact]:
    for name in _named(args, "law", state.field.laws):
        yield from _able(Enact(by, name), may_enact(state, Enact(by, name)))


def _fleeing(state: State, by: Seat, args: Args) -> Iterator[Flee]:
    """The first of their Knights on a tile."""
    for tile in state.rules.components.tiles:
        if any(fits(args, knight=knight.id, origin=tile.name) for knight in on_tile(state, by, tile.name)[:1]):
            yield from _able(Flee(by, tile.name), may_flee(state, Flee(by, tile.name)))


def _idling(_state: State, by: Seat, _args: Args) -> Iterator[Idle]:
    yield Idle(by)


# Answers ---------------------------------------------------------------------------------------------------------


def _permitting(state: State, by: Seat, args: Args) -> Iterator[Permit]:
    return _answering(state, by, args, allow=True)


def _forbidding(state: State, by: Seat, args: Args) -> Iterator[Permit]:
    return _answering(state, by, args, allow=False)


def _answering(state: State, by: Seat, args: Args, *, allow: bool) -> Iterator[Permit]:
    """The answer to the player who has asked, for what they have asked for."""
    request = state.field.request
    if request is not None and by in asked(state) and fits(args, to=request.by, workplace=request.workplace):
        yield Permit(by, allow=allow)


def _favouring(state: State, by: Seat, args: Args) -> Iterator[Vote]:
    return _spending(state, by, args, "for")


def _opposing(state: State, by: Seat, args: Args) -> Iterator[Vote]:
    return _spending(state, by, args, "against")


def _spending(state: State, by: Seat, args: Args, side: Side) -> Iterator[Vote]:
    """In the vote that is open, if that is meant, by a player who is still to be asked."""
    ballot = state.field.ballot
    if ballot is None or by not in ballot.voters[len(ballot.spent) :]:
        return
    if fits(args, law=ballot.law, vote=ballot.number):
        vote = Vote(by, side, amount_in(args, "influence"))
        yield from _able(vote, may_vote(state, vote))


# Battles ---------------------------------------------------------------------------------------------------------


def _attacking(state: State, by: Seat, args: Args) -> Iterator[Target]:
    """With one Knight, at one of theirs."""
    hourglass = state.field.war.hourglass
    if hourglass is None or not fits(args, tile=hourglass.tile):
        return
    for knight in figures_of(hourglass, by):
        for other in hourglass.figures:
            if other.owner in state.seats and other.owner != by and fits(args, defender=other.owner):
                target = Target(by, (Aim(knight.figure, other.figure),))
                yield from _able(target, may_target(state, target))


def _allying(state: State, by: Seat, args: Args) -> Iterator[Ally]:
    """By naming them, whether they name the player or not; every player in a Battle names an ally once."""
    hourglass = state.field.war.hourglass
    if hourglass is None or state.field.stage != "alliances" or not fits(args, tile=hourglass.tile):
        return
    if by in hourglass.players and all(word.seat != by for word in hourglass.words):
        for other in hourglass.players:
            if other != by and fits(args, **{"with": other, "ally": other}):
                yield Ally(by, other)


def _attacking_with(state: State, by: Seat, args: Args) -> Iterator[Attack]:
    """With any other card as the discard, or with none where it is the last one."""
    hand = _hand(state, by)
    for card in _named(args, "card", hand):
        others = [name for name in hand if name != card]
        yield from (Attack(by, card, Hidden.of(other, by)) for other in others)
        yield from () if others else (Attack(by, card),)


def _defending_with(state: State, by: Seat, args: Args) -> Iterator[PlaceCard]:
    return (PlaceCard(by, Hidden.of(card, by)) for card in _named(args, "card", _hand(state, by)))


def _hand(state: State, by: Seat) -> tuple[Name, ...]:
    """The Battlecards that a player in a Battle has in hand, as far as this reader knows."""
    hourglass, hand = state.field.war.hourglass, cards_of(state.field, by).hand
    is_in_battle = hourglass is not None and by in hourglass.players
    return hand_of(state, by) if is_in_battle and (hand is None or hand.is_open) else ()


def _agreeing(state: State, by: Seat, args: Args) -> Iterator[AgreeToEnd]:
    hourglass = state.field.war.hourglass
    if hourglass is not None and fits(args, tile=hourglass.tile):
        yield AgreeToEnd(by)


# What they have in common ------------------------------------------------------------------------------------------


def _named(args: Args, slot: str, names: Iterable[Name]) -> Iterator[Name]:
    """The one that is named, or all of them."""
    return (name for name in names if fits(args, **{slot: name}))


def _able(decision: D, requirements: Iterable[Requirement]) -> Iterator[D]:
    """The decision, if nothing but whose turn it is could stand against it: the rules ask about that first."""
    if all(needed.holds or needed.kind == "out-of-turn" for needed in requirements):
        yield decision


# The words -------------------------------------------------------------------------------------------------------

_FOR: Final = "{influence:amount} Influence in favour of law {law:law}"
_AGAINST: Final = "{influence:amount} Influence against law {law:law}"
_AT_WORK: Final = "workers to workplace {workplace:workplace}"
_USE: Final = "the use of workplace {workplace:workplace}"
_NAMED_KNIGHT: Final = "knight {knight:knight} to tile {tile:tile}"
_WITH_KNIGHT: Final = "with knight {knight:knight} from tile {origin:tile}"

VERBS: Final = with_ways(
    *TRADES,
    Verb(
        "favour",
        f"spend {_FOR}",
        f"spends {_FOR}",
        "spends_influence",
        fixed={"side": "for"},
        total="influence",
        performed=_favouring,
    ),
    Verb(
        "oppose",
        f"spend {_AGAINST}",
        f"spends {_AGAINST}",
        "spends_influence",
        fixed={"side": "against"},
        total="influence",
        performed=_opposing,
    ),
    Verb("propose", "propose law {law:law}", "proposes law {law:law}", "vote_opens", performed=_proposing),
    Verb("enact", "enact law {law:law}", "enacts law {law:law}", "law_enacted", performed=_proposing),
    Verb("assign", f"assign {_AT_WORK}", f"assigns {_AT_WORK}", "assigns", performed=_assigning),
    Verb(
        "let-use",
        "let {to:player} use workplace {workplace:workplace}",
        "lets {to:player} use workplace {workplace:workplace}",
        "permits",
        performed=_permitting,
    ),
    Verb("refuse", f"refuse {{to:player}} {_USE}", f"refuses {{to:player}} {_USE}", "forbids", performed=_forbidding),
    Verb(
        "refine",
        "refine {amount:amount} {makes:item}",
        "refines {amount:amount} {makes:item}",
        "refines",
        total="amount",
        performed=_refining,
    ),
    Verb(
        "build",
        "build workplace {workplace:workplace}",
        "builds workplace {workplace:workplace}",
        "builds",
        performed=_building,
    ),
    Verb("use-card", "use card {card:card}", "uses card {card:card}", "uses_card", performed=_using),
    Verb(
        "deploy",
        "deploy a knight to tile {tile:tile}",
        "deploys a knight to tile {tile:tile}",
        "deploys",
        performed=_deploying,
    ),
    Verb("deploy-named", f"deploy {_NAMED_KNIGHT}", f"deploys {_NAMED_KNIGHT}", "deploys", performed=_deploying),
    Verb("flee", "flee from tile {origin:tile}", "flees from tile {origin:tile}", "flees", performed=_fleeing),
    Verb("flee-with", f"flee {_WITH_KNIGHT}", f"flees {_WITH_KNIGHT}", "flees", performed=_fleeing),
    Verb("idle", "idle", "idles", "idles", performed=_idling, beforehand=ALL_IDLE),
    Verb("attack", "attack {defender:player}", "attacks {defender:player}", "attacks_player", performed=_attacking),
    Verb("ally", "ally with {with:player}", "allies with {with:player}", "allies", performed=_allying),
    Verb(
        "name-ally",
        "name {ally:player} as an ally",
        "names {ally:player} as an ally",
        "wants_ally",
        performed=_allying,
    ),
    Verb(
        "attack-with",
        "attack with battlecard {card:battlecard}",
        "attacks with battlecard {card:battlecard}",
        "plays_card",
        performed=_attacking_with,
    ),
    Verb(
        "defend-with",
        "defend with battlecard {card:battlecard}",
        "defends with battlecard {card:battlecard}",
        "reveals_card",
        performed=_defending_with,
    ),
    Verb(
        "agree",
        "agree to end the battle on tile {tile:tile}",
        "agrees to end the battle on tile {tile:tile}",
        "agrees_to_end",
        performed=_agreeing,
    ),
)
