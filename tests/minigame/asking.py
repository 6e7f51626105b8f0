"""The mini-game: what has to hold for a decision, and what could be decided.

What a player has is asked before whose turn it is, so that a refusal for the turn alone says that nothing else is
missing.
"""

from collections.abc import Iterator
from functools import partial

from oathbook.domain.kernel import Requirement, Seat
from tests.minigame import model as m
from tests.minigame.rules import MG, No


def requirements(state: m.State, decision: m.Decision) -> Iterator[Requirement]:
    """All that has to hold, one after another."""
    by = decision.by
    there = by in state.seats and by not in state.gone
    yield Requirement(No.GONE, MG.LEAVE, "does this seat play?", there, f"{by} is not playing (any more)")
    match decision:
        case m.Give() | m.LetUse() | m.Refuse() | m.Leave():
            yield from _free(state, decision)
        case m.CastVote():
            yield from _voting(state, decision)
        case _:
            yield Requirement(No.IDLE, MG.IDLE, "is the player in?", by not in state.idle, f"{by} idles this season")
            yield from _action(state, decision)
            yield Requirement(
                No.TURN,
                MG.TURN,
                "is it this player's turn?",
                by == state.turn and state.vote is None,
                f"it is not the turn of {by}",
                kind="out-of-turn",
            )


def _else(state: m.State, by: Seat, whom: Seat) -> Requirement:
    other = whom != by and whom in state.seats and whom not in state.gone
    return Requirement(No.WHOM, MG.PLAYERS, "is it another player?", other, f"{whom} is no other player")


def _free(state: m.State, decision: m.Give | m.LetUse | m.Refuse | m.Leave) -> Iterator[Requirement]:
    match decision:
        case m.Give(by, item, count, to):
            yield _else(state, by, to)
            had = state.goods[by][item]
            yield Requirement(No.GOODS, MG.GIVE, "are there so many?", had >= count, f"{by} has {had} {item}")
            willing = (to, by) not in state.refusing
            yield Requirement(No.REFUSED, MG.REFUSE, "is it accepted?", willing, f"{to} accepts nothing from {by}")
        case m.LetUse(by, workplace, to):
            yield _else(state, by, to)
            own = state.components.owners.get(workplace) == by
            yield Requirement(No.WORKPLACE, MG.ASSIGN, "is it theirs?", own, f"{workplace} is not {by}'s")
            new = m.Permit(to, workplace) not in state.permits
            yield Requirement(No.AGAIN, MG.ASSIGN, "is that new?", new, f"{to} may use {workplace} already")
        case m.Refuse(by, whom):
            yield _else(state, by, whom)
            new = (by, whom) not in state.refusing
            yield Requirement(No.AGAIN, MG.REFUSE, "is that new?", new, f"{by} accepts nothing from {whom} already")
        case m.Leave():
            calm = state.vote is None and decision.by != state.turn
            says = "nobody leaves while they are waited for"
            yield Requirement(No.VOTE, MG.LEAVE, "is it nobody's vote, or another's turn?", calm, says)


def _voting(state: m.State, decision: m.CastVote) -> Iterator[Requirement]:
    by, vote = decision.by, state.vote
    had = state.goods[by]["influence"]
    yield Requirement(No.GOODS, MG.VOTE, "is there so much?", had >= decision.count, f"{by} has {had} influence")
    about = vote is not None and vote.law == decision.law
    yield Requirement(No.VOTE, MG.VOTE, "is it voted on?", about, f"{decision.law} is not voted on")
    first = vote is not None and vote.left[:1] == (by,)
    says = f"{by} does not vote now"
    yield Requirement(No.TURN, MG.VOTE, "is it their vote?", first, says, kind="out-of-turn")


def _action(state: m.State, decision: m.Deploy | m.Assign | m.Attack | m.OpenVote | m.Idle) -> Iterator[Requirement]:
    by = decision.by
    match decision:
        case m.Deploy(tile=tile):
            there = tile in state.components.tiles
            yield Requirement(No.TILE, MG.DEPLOY, "is there such a tile?", there, f"there is no tile {tile}")
            left = state.reserve[by] > 0
            yield Requirement(No.KNIGHTS, MG.DEPLOY, "is there a knight?", left, f"{by} has no knight left")
        case m.Assign(workplace=workplace):
            own = state.components.owners.get(workplace) == by or m.Permit(by, workplace) in state.permits
            yield Requirement(No.WORKPLACE, MG.ASSIGN, "may they use it?", own, f"{by} may not use {workplace}")
            free = workplace not in state.taken
            yield Requirement(No.TAKEN, MG.ASSIGN, "is it free?", free, f"{workplace} is taken")
        case m.Attack(target=target):
            yield _else(state, by, target)
            met = next(battlefields(state, by, target), None) is not None
            yield Requirement(No.KNIGHTS, MG.ATTACK, "do they meet?", met, f"{by} and {target} share no tile")
        case m.OpenVote(law=law):
            new = law in state.components.laws and law not in state.laws
            yield Requirement(No.VOTE, MG.VOTE, "can it be voted on?", new, f"{law} cannot be voted on")
        case m.Idle():
            pass


def battlefields(state: m.State, by: Seat, target: Seat) -> Iterator[str]:
    """The tiles on which both have a knight."""
    tiles = state.components.tiles
    return (tile for tile in tiles if {by, target} <= {each.seat for each in state.knights if each.tile == tile})


def all_decisions(state: m.State, by: Seat) -> Iterator[m.Decision]:
    """What could be decided, allowed or not: to idle comes last."""
    vote, parts = state.vote, state.components
    if vote is not None:
        yield from (m.CastVote(by, vote.law, side, n) for side in ("pro", "con") for n in range(_influence(state, by)))
    yield from (m.Deploy(by, tile) for tile in parts.tiles)
    yield from (m.Assign(by, workplace) for workplace in parts.owners)
    yield from map(partial(m.Attack, by), state.seats)
    yield from (m.OpenVote(by, law) for law in parts.laws)
    for item in m.TRADEABLE:
        yield from (m.Give(by, item, n, to) for n in range(1, state.goods[by][item] + 1) for to in state.seats)
    yield from (m.LetUse(by, workplace, to) for workplace in parts.owners for to in state.seats)
    yield from map(partial(m.Refuse, by), state.seats)
    yield m.Leave(by)
    yield m.Idle(by)


def _influence(state: m.State, by: Seat) -> int:
    return state.goods[by]["influence"] + 1
