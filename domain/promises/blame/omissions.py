"""Blame for what was not done, or did not come about, by the time it was due: each who owed it, by itself.

Who let a chance go answers. Who did not is excused by what the record shows: another player or chance took the turn or
the chance away, or every decision was the only one allowed. Otherwise they promised more than they had.
"""

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.blame import cases
from oathbook.domain.promises.blame.causes import Blame
from oathbook.domain.promises.blame.debts import Debt


def omitted(culprit: cases.Culprit, owners: tuple[Seat, ...]) -> Blame:
    """Who of those who owed it answers for it that it was not done.

    Of several each answers for what it could have added. Who gave or tendered all it had is excused; where that leaves
    nobody although all of it was too little, all promised more than they had.
    """
    debts = tuple(Debt(culprit, seat) for seat in owners)
    for debt in debts:
        if (tendered := debt.tendered(culprit.owed)) is not None:
            others = (seat for seat in owners if seat != debt.seat)
            return tendered.and_also(cases.excuse(culprit, "offered-by-another", *others))
    whole = sum(debt.room for debt in debts) >= debts[0].missing
    shares = {debt.seat: debt.tendered(debt.most) if len(debts) > 1 else None for debt in debts}
    found = {debt.seat: shares[debt.seat] or debt.answer(whole=whole) for debt in debts}
    empty = tuple(seat for seat, each in found.items() if each == Blame())
    if not whole and all(seat in empty or shares[seat] for seat in found):
        return cases.never_in_power(culprit, *found)
    return Blame().and_also(*found.values(), cases.excuse(culprit, "gave-all", *empty), _shares(culprit, debts))


def _shares(culprit: cases.Culprit, debts: tuple[Debt, ...]) -> Blame:
    """A referral where several could have done the rest alone, after different parts: no shares were agreed on."""
    added = {debt.seat: debt.gave for debt in debts}
    alone = tuple(debt.seat for debt in debts if debt.room >= debt.missing)
    if len({added[seat] for seat in alone}) < 2:  # noqa: PLR2004  # two parts that differ
        return Blame()
    return cases.referred("R7", culprit, *alone, detail=", ".join(f"{seat} {count}" for seat, count in added.items()))
