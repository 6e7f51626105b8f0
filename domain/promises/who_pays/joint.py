"""What several owe together, and none of them could have done alone."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.formulas import Total
from oathbook.domain.promises.who_pays.answers import Blame, BlameAnswer, Substitution
from oathbook.domain.promises.who_pays.attempts import answers_to, asks_no_more, facts_of
from oathbook.domain.promises.who_pays.duties import BrokenPromise, FailedLeaf
from oathbook.domain.promises.who_pays.questions import OwnerQuestions

MOST_POINTS: Final = 96  # decisions before which it is asked how much a seat could have added


class _Share(NamedTuple):
    """The most that a seat could have added to what it gave, and how."""

    questions: OwnerQuestions
    room: int
    most: int
    substitution: Substitution | None


def blame_together(breach: BrokenPromise, left: Mapping[Seat, OwnerQuestions], others: Blame) -> Blame:
    """Who pays of those who could not have kept it alone: who was needed, or else could have brought it nearer.

    Who gave or offered all it had is excused. Where that leaves nobody, and all of it is too little, all of them
    promised more than they had. ``others`` are the answers about the other owners.
    """
    shares = tuple(_share_of(breach, each) for each in left.values())
    open_shares = [each for each in shares if each.substitution is not None and not _offered_all(breach, each)]
    found = Blame(tuple(_answer(each, pays=False) for each in shares if each not in open_shares))
    if open_shares:
        return found.and_also(Blame(tuple(_needed(open_shares, alone=bool(others.blamed)))))
    amount = shares[0].questions.leaves[0].amount
    if others.answers or sum(each.most for each in shares) >= amount:
        return found
    return Blame().and_also(*(each.questions.beyond() for each in shares))


def _needed(shares: list[_Share], *, alone: bool) -> Iterator[BlameAnswer]:
    """Those without whom even all together could not have kept it; all of them, where nobody was needed so."""
    together = [each.substitution for each in shares if each.substitution is not None]
    player = shares[0].questions.player(shares[0].questions.leaves[0])
    line = None if alone else player.find_line(together)
    without = ([one for one in together if one is not each.substitution] for each in shares)
    needed = [each for each, rest in zip(shares, without, strict=True) if not rest or player.find_line(rest) is None]
    if line is None or not needed:
        yield from (_answer(each, pays=True) for each in shares)
    else:
        yield from (
            BlameAnswer(each.questions.seat, each.questions.path, "could", pays=True, line=line) for each in needed
        )


def _answer(share: _Share, *, pays: bool) -> BlameAnswer:
    return BlameAnswer(share.questions.seat, share.questions.path, "own-part" if pays else "part", pays)


def _share_of(breach: BrokenPromise, questions: OwnerQuestions) -> _Share:
    leaf, seat = questions.leaves[0], questions.seat
    best = _Share(questions, 0, _given(breach, leaf, seat, 0), None)
    for command in breach.commands[-MOST_POINTS:]:
        found = questions.candidates.supply(leaf, seat, command.state, leaf.missing(before=command.moment))
        later = _given(breach, leaf, seat, command.moment)
        room, most = found.amount - later, found.amount + _given(breach, leaf, seat, 0) - later
        if found.decisions and room > best.room:
            best = _Share(questions, room, most, questions.candidates.put_in(command, seat, found.decisions))
        best = best._replace(most=max(best.most, most))
    return best


def _given(breach: BrokenPromise, leaf: FailedLeaf, seat: Seat, since: int) -> int:
    """How much a seat did of it from a moment on."""
    trace = breach.game.trace
    counted = (each for each in leaf.leaf.counted if each.fact.moment >= since)
    return sum(each.lo for each in counted if trace.fact(each.fact).by == seat)


def _offered_all(breach: BrokenPromise, share: _Share) -> bool:
    """Whether the seat offered as much as it could ever give, and others did not agree to it."""
    candidates, seat, leaf = share.questions.candidates, share.questions.seat, share.questions.leaves[0]
    assert isinstance(leaf.formula, Total)
    kind, field = leaf.formula.pattern.kind, leaf.formula.field
    for command in breach.own(seat):
        asked = answers_to(candidates, command)
        if asked and asks_no_more(candidates, leaf, command, asked):
            facts = facts_of(candidates, command.state, (command.decision, *asked))
            done = [each for each in facts if each.by == seat and each.kind == kind]
            amounts = (each.slots.get(field) if field else 1 for each in done)
            given = sum(each for each in amounts if isinstance(each, int))
            if given and given + _given(breach, leaf, seat, 0) >= share.most:
                return True
    return False
