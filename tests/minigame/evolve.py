"""The mini-game: the state after an event."""

from collections.abc import Mapping

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.kit.misfits import must_exist, must_fit
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


def _must_play(state: m.State, *seats: Seat) -> None:
    for seat in seats:
        must_fit(seat in state.seats, f"there is no seat {seat!r}")


def _moved(state: m.State, seat: Seat, item: m.Item, count: int) -> Mapping[Seat, m.Goods]:
    _must_play(state, seat)
    goods = state.goods[seat]
    must_fit(goods[item] + count >= 0, f"{seat} has no {-count} {item}")
    return {**state.goods, seat: {**goods, item: goods[item] + count}}


def _of_a_free_act(state: m.State, event: m.Given | m.Permitted | m.Refused | m.Left) -> m.State:
    _must_play(state, event.seat)
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
    _must_play(state, event.seat)
    match event:
        case m.Deployed(seat, tile):
            must_fit(state.reserve[seat] > 0, f"{seat} has no knight left")
            reserve = {**state.reserve, seat: state.reserve[seat] - 1}
            return replace(state, reserve=reserve, knights=(*state.knights, m.Standpoint(seat, tile)), acted=seat)
        case m.Assigned(seat, workplace):
            return replace(state, taken={**state.taken, workplace: seat}, acted=seat)
        case m.Attacked(seat):
            return replace(state, acted=seat)
        case m.KnightLost(seat, tile):
            knights = list(state.knights)
            must_fit(m.Standpoint(seat, tile) in knights, f"{seat} has no knight on {tile}")
            knights.remove(m.Standpoint(seat, tile))
            return replace(state, knights=tuple(knights), lost=state.lost + 1)
        case m.Idled(seat):
            return replace(state, idle=(*state.idle, seat), acted=seat)


def _of_a_vote(state: m.State, event: m.VoteOpened | m.Voted | m.VoteClosed | m.LawEnacted) -> m.State:
    match event:
        case m.VoteOpened(seat, name, law):
            _must_play(state, seat)
            voters = tuple(each for each in reversed(state.seats) if each not in state.gone)
            return replace(state, votes=state.votes + 1, vote=m.Vote(name, law, seat, voters), acted=seat)
        case m.LawEnacted(_, law):
            return replace(state, laws=(*state.laws, law))
        case m.Voted(seat, side=side, count=count):
            goods = _moved(state, seat, "influence", -count)
            vote = must_exist(state.vote, "vote")
            pro, con = (vote.pro + count, vote.con) if side == "pro" else (vote.pro, vote.con + count)
            left = tuple(each for each in vote.left if each != seat)
            counted = replace(vote, left=left, pro=pro, con=con)
            return replace(state, goods=goods, spent=state.spent + count, vote=counted)
        case m.VoteClosed():
            must_exist(state.vote, "vote")
            return replace(state, vote=None)


def _of_the_clock(state: m.State, event: m.TurnEnded | m.SeasonEnded | m.SeasonBegan | m.Ended) -> m.State:
    match event:
        case m.TurnEnded(seat):
            _must_play(state, seat)
            return state
        case m.SeasonEnded():
            return replace(state, taken={})
        case m.SeasonBegan(season):
            return replace(state, season=season, idle=(), acted=None)
        case m.Ended(ending):
            return replace(state, ending=ending)
