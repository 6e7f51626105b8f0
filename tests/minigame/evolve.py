"""The mini-game: the state after an event."""

from collections.abc import Mapping

from msgspec.structs import replace

from domain.errors import Misfit
from domain.kernel.seats import Seat
from tests.minigame import model as m


def evolved(state: m.State, event: m.Event) -> m.State:
    """The state after an event; ``Misfit`` where it does not fit."""
    match event:
        case m.Given() | m.Permitted() | m.Refused() | m.Left():
            return _of_a_free_act(state, event)
        case m.Deployed() | m.Assigned() | m.Attacked() | m.KnightLost() | m.Idled():
            return _of_an_action(state, event)
        case m.VoteOpened() | m.Voted() | m.VoteClosed() | m.LawEnacted():
            return _of_a_vote(state, event)
        case m.TurnEnded() | m.SeasonEnded() | m.SeasonBegan() | m.Ended():
            return _of_the_clock(state, event)


def _must_fit(state: m.State, *seats: Seat) -> None:
    for seat in seats:
        if seat not in state.seats:
            msg = f"there is no seat {seat!r}"
            raise Misfit(msg)


def _moved(state: m.State, seat: Seat, item: m.Item, count: int) -> Mapping[Seat, m.Goods]:
    _must_fit(state, seat)
    goods = state.goods[seat]
    if goods[item] + count < 0:
        msg = f"{seat} has no {-count} {item}"
        raise Misfit(msg)
    return {**state.goods, seat: {**goods, item: goods[item] + count}}


def _of_a_free_act(state: m.State, event: m.Given | m.Permitted | m.Refused | m.Left) -> m.State:
    _must_fit(state, event.seat)
    match event:
        case m.Given(seat, item, count, to):
            given = replace(state, goods=_moved(state, seat, item, -count))
            return replace(given, goods=_moved(given, to, item, count))
        case m.Permitted(_, workplace, to):
            return replace(state, permits=(*state.permits, m.Permit(to, workplace)))
        case m.Refused(seat, whom):
            return replace(state, refusing=(*state.refusing, (seat, whom)))
        case m.Left(seat):
            vote = state.vote
            if vote is not None:
                vote = replace(vote, left=tuple(each for each in vote.left if each != seat))
            return replace(state, gone=(*state.gone, seat), vote=vote)


def _of_an_action(state: m.State, event: m.Deployed | m.Assigned | m.Attacked | m.KnightLost | m.Idled) -> m.State:
    _must_fit(state, event.seat)
    match event:
        case m.Deployed(seat, tile):
            if not state.reserve[seat]:
                msg = f"{seat} has no knight left"
                raise Misfit(msg)
            reserve = {**state.reserve, seat: state.reserve[seat] - 1}
            return replace(state, reserve=reserve, knights=(*state.knights, m.Standpoint(seat, tile)), acted=seat)
        case m.Assigned(seat, workplace):
            return replace(state, taken={**state.taken, workplace: seat}, acted=seat)
        case m.Attacked(seat):
            return replace(state, acted=seat)
        case m.KnightLost(seat, tile):
            knights = list(state.knights)
            if m.Standpoint(seat, tile) not in knights:
                msg = f"{seat} has no knight on {tile}"
                raise Misfit(msg)
            knights.remove(m.Standpoint(seat, tile))
            return replace(state, knights=tuple(knights), lost=state.lost + 1)
        case m.Idled(seat):
            return replace(state, idle=(*state.idle, seat), acted=seat)


def _of_a_vote(state: m.State, event: m.VoteOpened | m.Voted | m.VoteClosed | m.LawEnacted) -> m.State:
    match event:
        case m.VoteOpened(seat, name, law):
            _must_fit(state, seat)
            voters = tuple(each for each in reversed(state.seats) if each not in state.gone)
            return replace(state, votes=state.votes + 1, vote=m.Vote(name, law, seat, voters), acted=seat)
        case m.LawEnacted(_, law):
            return replace(state, laws=(*state.laws, law))
        case m.Voted(seat, side=side, count=count):
            goods = _moved(state, seat, "influence", -count)
            vote = _the_vote(state)
            pro, con = (vote.pro + count, vote.con) if side == "pro" else (vote.pro, vote.con + count)
            left = tuple(each for each in vote.left if each != seat)
            counted = replace(vote, left=left, pro=pro, con=con)
            return replace(state, goods=goods, spent=state.spent + count, vote=counted)
        case m.VoteClosed():
            _the_vote(state)
            return replace(state, vote=None)


def _the_vote(state: m.State) -> m.Vote:
    if state.vote is None:
        msg = "there is no vote"
        raise Misfit(msg)
    return state.vote


def _of_the_clock(state: m.State, event: m.TurnEnded | m.SeasonEnded | m.SeasonBegan | m.Ended) -> m.State:
    match event:
        case m.TurnEnded(seat):
            _must_fit(state, seat)
            return state
        case m.SeasonEnded():
            return replace(state, taken={})
        case m.SeasonBegan(season):
            return replace(state, season=season, idle=(), acted=None)
        case m.Ended(ending):
            return replace(state, ending=ending)
