"""Blame for a total that several owed together: who could have added what was missing, alone or only together."""

from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.promises.blame.cases import BreachCase, contributions, referred
from domain.promises.blame.causes import Blame, Excuse, PossibleMove, Witness, WitnessKind
from domain.promises.blame.commissions import planned
from domain.promises.blame.culprits import Culprit
from domain.promises.blame.omissions import moves_at
from domain.promises.blame.pending_offers import pending_offer_blame
from domain.promises.blame.plans import Goal, Search
from domain.promises.blame.supplies import supplied
from domain.promises.logic.formula import Total


class SeatRoom(Struct, frozen=True):
    """How much more a seat could have added, and by which moves; ``untold`` where this reader cannot tell."""

    seat: Seat
    amount: int = 0
    moves: tuple[PossibleMove, ...] = ()
    untold: bool = False


def joint_blame(case: BreachCase, culprit: Culprit, tally: Total) -> Blame:
    """Everybody who could have added the missing part alone; else the members of the smallest groups that could.

    Where nobody had it, those who had an own plan to add it. If one of them offered all of it, to others who did not
    agree, all are excused, and it is left to a judge.
    """
    if not case.chances.ways.verbs(tally.pattern):
        return referred("R8", culprit, *tally.owners, detail="the rules cannot be asked how it is done")
    offers = {seat: pending_offer_blame(case, culprit, tally, seat) for seat in tally.owners}
    if not any(offers.values()):
        return _owed(case, culprit, tally)
    found = Blame()
    for seat, offer in offers.items():
        excuse = Excuse(seat, culprit.node.path, "offered-by-another")
        found = found.and_also(Blame(excuses=(excuse,)) if offer is None else offer)
    return found


def _owed(case: BreachCase, culprit: Culprit, tally: Total) -> Blame:
    """Who answers for it where nobody offered it."""
    counted = contributions(case, culprit)
    missing = tally.n - sum(amount for _, _, amount in counted)
    rooms = tuple(_room(case, culprit, tally, seat) for seat in tally.owners)
    alone = [room for room in rooms if room.amount >= missing]
    found = Blame()
    if alone:
        for room in alone:
            found = found.and_also(_witness(case, culprit, room, "share", missing))
        shares = {seat: sum(amount for _, by, amount in counted if by == seat) for seat in tally.owners}
        if len({shares[room.seat] for room in alone}) > 1:
            told = ", ".join(f"{seat} {amount}" for seat, amount in shares.items())
            found = found.and_also(referred("R7", culprit, *(room.seat for room in alone), detail=told))
    elif together := _together(rooms, missing):
        for room in together:
            partners = tuple(each.seat for each in together if each is not room)
            found = found.and_also(_witness(case, culprit, room, "together", missing, partners))
    elif any(room.untold for room in rooms):
        return referred("R2", culprit, *tally.owners, detail="whether there was a chance")
    else:
        return _by_plans(case, culprit, tally)
    rest = (seat for seat in tally.owners if seat not in found.blamed)
    return found.and_also(Blame(excuses=tuple(Excuse(seat, culprit.node.path, "could-not-supply") for seat in rest)))


def _by_plans(case: BreachCase, culprit: Culprit, tally: Total) -> Blame:
    """Whether owners without room would have had it by an own plan; what others added is theirs at any time."""
    added, before = contributions(case, culprit), case.proof.signed
    found = Blame()
    for seat in tally.owners:
        counted = tuple((moment if by == seat else before, amount) for moment, by, amount in added)
        goal = Goal(seat, culprit.node.path, case.window(culprit), tally, counted=counted)
        search = Search(case.trial, case.chances, goal, case.budget)
        found = found.and_also(planned(culprit, search, seat, "no-plan-to-supply"))
    return found


def _together(rooms: tuple[SeatRoom, ...], missing: int) -> tuple[SeatRoom, ...]:
    """The members of all groups that could have supplied it, as small as can be."""
    for size in range(2, len(rooms) + 1):
        enough = [group for group in combinations(rooms, size) if sum(room.amount for room in group) >= missing]
        if enough:
            return tuple(room for room in rooms if any(room in group for group in enough))
    return ()


def _witness(
    case: BreachCase, culprit: Culprit, room: SeatRoom, kind: WitnessKind, missing: int, partners: tuple[Seat, ...] = ()
) -> Blame:
    path = culprit.node.path
    replay = case.trial.replayed(room.moves, room.seat, path) if kind == "share" else None
    support, parted = (replay.support, replay.parted) if replay is not None else ("", None)
    witness = Witness(room.seat, path, kind, room.moves, (), support, parted)
    return Blame((replace(witness, partners=partners, missing=missing, room=room.amount),))


def _room(case: BreachCase, culprit: Culprit, tally: Total, seat: Seat) -> SeatRoom:
    """The most that one seat could have added at one point, over what it added from there on; the latest if alike."""
    counted = contributions(case, culprit)
    best, untold = SeatRoom(seat), False
    for command in reversed(case.commands(culprit)):
        own_later = sum(amount for moment, by, amount in counted if by == seat and moment >= command.moment)
        others = sum(amount for _, by, amount in counted if by != seat)
        own_before = sum(amount for _, by, amount in counted if by == seat) - own_later
        wanted = tally.n - own_before - (others if tally.mode == "eq" else 0)
        supply = supplied(case.chances, command.state, seat, tally, wanted)
        untold = untold or supply.untold
        if supply.amount - own_later > best.amount:
            best = SeatRoom(seat, supply.amount - own_later, moves_at(case, command, seat, supply))
    return SeatRoom(seat, best.amount, best.moves, untold)
