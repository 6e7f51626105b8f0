"""The seven questions about one owner of a failed duty; the first that is answered decides.

kept(S): is there a substitution of decisions that the seats of S took since the signing, under which the duty does not
fail? All other decisions are as recorded, and what has become impossible is left out.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any, Final

from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.promises.chances.played_game import GameStep
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.shares import leaves_of
from oathbook.domain.promises.who_pays.answers import AlternativeLine, Blame, BlameAnswer, Code, Referral, Step
from oathbook.domain.promises.who_pays.attempts import answers_of_others, is_part, own_decisions, receivers
from oathbook.domain.promises.who_pays.candidates import MOST_POINTS, Candidates
from oathbook.domain.promises.who_pays.duties import BreachCase, FailedDuty, FailedLeaf
from oathbook.domain.promises.who_pays.lines import LinePlayer, duty_history
from oathbook.domain.promises.who_pays.preventions import MOST_NEXT, MOST_OF_OTHERS, Prevention, Preventions

MOST_AFTER: Final = 6  # own decisions after one that did a part of it
MOST_FORBIDDEN: Final = 4  # decisions of others that are looked at for an act that was to be left


class OwnerQuestions:
    """The questions about one owner of a duty."""

    def __init__(self, case: BreachCase, duty: FailedDuty, seat: Seat) -> None:
        self.seat = seat
        self.leaves = tuple(each for each in duty.leaves if seat in each.owners)
        self.is_pooled = any(len(each.owners) > 1 for each in self.leaves)
        totals = (each for each in leaves_of(case.agreement.formula) if isinstance(each, formulas.Total))
        self.candidates = Candidates(case.breach, case.chances, tuple(each for each in totals if each.mode == "ge"))
        self._case, self._duty, self._breach = case, duty, case.breach
        self._players: dict[str, LinePlayer] = {}
        self._prevented_by: dict[str, Preventions] = {}
        self._may_have_had_a_way = False  # it could not be told for all that it could have decided

    @property
    def path(self) -> str:
        """The path of the duty, or of its only clause that failed."""
        return self._duty.path

    def ask(self) -> Blame | None:
        """The answer; nothing for what several owe together, where this seat alone could not have kept it."""
        if self._did_none_of_it():
            return self._answer("part", pays=False)
        if self._is_about_others():
            return self._refer("R6")
        found = self._by_their_part() or self._by_what_they_could()
        if found is None and self.is_pooled and self._to_do and isinstance(self.leaves[0].formula, formulas.Total):
            return None  # only of an act each can do a part
        return found or self._by_others() or self._by_themselves()

    @property
    def untold(self) -> Blame | None:
        """A referral, if it could not be told of something whether the seat could have done it."""
        return self._refer_untold() if self._take_untold() or self._may_have_had_a_way else None

    def _take_untold(self) -> bool:
        """Whether something was asked since the last time that this reader's record does not show."""
        askers: list[Candidates | LinePlayer] = [self.candidates, *self._players.values()]
        found = any(each.untold for each in askers)
        for each in askers:
            each.untold = False
        return found

    def _refer_untold(self) -> Blame:
        return self._refer("R2", "whether there was another way")

    # What is asked about ---------------------------------------------------------------------------------------------

    @property
    def _to_do(self) -> tuple[FailedLeaf, ...]:
        return tuple(each for each in self.leaves if each.to_do)

    @property
    def _states(self) -> tuple[FailedLeaf, ...]:
        return tuple(each for each in self._to_do if isinstance(each.formula, formulas.StateWithin))

    @property
    def _is_cut(self) -> bool:
        return any(each.cut for each in self._players.values())

    def player(self, leaf: FailedLeaf) -> LinePlayer:
        """Who plays the lines of a leaf: a seat's own share of what several were not to do."""
        if leaf.node.path not in self._players:
            shared = self.is_pooled and not leaf.to_do
            formula = self._duty.share_of(self.seat, leaf) if shared else self._duty.formula
            history = duty_history(self._breach, self._case.agreement, formula)
            acts = self.candidates.acts(leaf, self.seat)
            self._players[leaf.node.path] = LinePlayer(self._breach, history, self.seat, leaf, acts)
        return self._players[leaf.node.path]

    def _preventions(self, leaf: FailedLeaf) -> Preventions:
        path, player = leaf.node.path, self.player(leaf)
        if path not in self._prevented_by:
            self._prevented_by[path] = Preventions(self._breach, self.candidates, player, leaf)
        return self._prevented_by[path]

    def _did_none_of_it(self) -> bool:
        """Whether others did what several were not to do, and this seat had no part in what counts."""
        if not self.is_pooled or self._to_do or not self.leaves:
            return False
        trace = self._breach.game.trace
        counted = (ref for leaf in self.leaves for ref in self._acts(leaf))
        return self.seat not in {trace.fact(each).by for each in counted} and all(
            isinstance(each.formula, formulas.Total) for each in self.leaves
        )

    def _acts(self, leaf: FailedLeaf) -> Iterator[Any]:
        each_counts = leaf.formula.mode == "le" and self._case.reads.pooled_limit == "each" and self._is_limit(leaf)
        yield from (one.fact for one in leaf.leaf.counted) if each_counts else leaf.node.facts

    def _is_limit(self, leaf: FailedLeaf) -> bool:
        return self.is_pooled and isinstance(leaf.formula, formulas.Total) and leaf.formula.n > 0

    def _is_about_others(self) -> bool:
        """Whether it is a state of which the seat is no part, and which it did not end."""
        states = [each for each in self.leaves if isinstance(each.formula, formulas.StateWithin)]
        others = [each for each in states if self.seat not in self.candidates.seats_of(each)]
        lasting = (each for each in others if not each.to_do)
        return bool(others) and len(others) == len(self.leaves) and not any(map(self._could, lasting))

    # 1: did their part -----------------------------------------------------------------------------------------------

    def _by_their_part(self) -> Blame | None:
        for leaf in self._to_do:
            for each in answers_of_others(self.candidates, leaf, self.seat):
                line = self.player(leaf).find_line(each.substitutions)
                if line is not None:
                    own = None if each.is_asked else self._could_after(leaf, each.attempt)
                    if own is not None:
                        return self._answer("could", leaf, own, pays=True)
                    return self._excused("part", leaf, line, each.seats)
        return self._refer_untold() if self._take_untold() else None

    def _could_after(self, leaf: FailedLeaf, attempt: GameStep) -> AlternativeLine | None:
        """A line on which what the seat set going comes to something by another decision of its own after it."""
        after = [each for each in self._breach.own(self.seat) if each.number > attempt.number][:MOST_AFTER]
        others = (each for command in after for each in self.candidates.others(command))
        return self.player(leaf).first_kept(others)

    def _could_after_a_part(self, leaf: FailedLeaf) -> AlternativeLine | None:
        parts = (
            each for each in own_decisions(self.candidates, leaf, self.seat) if is_part(self.candidates, leaf, each)
        )
        return next((line for each in parts if (line := self._could_after(leaf, each)) is not None), None)

    # 2 and 3: prevented by a party, or could have kept it ------------------------------------------------------------

    def _by_what_they_could(self) -> Blame | None:
        own = (
            _first(self._could, self.leaves)
            or _first(self._could_after_a_part, self._to_do)
            or _first(self._could_with_two, self._states)
        )
        self._may_have_had_a_way = self._take_untold()
        since = -1 if own is None else self._breach.number_at(own[1].puts_in[0].position)
        for leaf in self._to_do:
            found = next(self._preventions(leaf).find(self._parties(leaf), since), None)
            if found is not None:
                excuse = self._excused("prevented", leaf, found.line, (found.command.by,))
                return self._if_searched_to_the_end(excuse)
        if self._take_untold():
            return self._refer_untold()
        return None if own is None else self._answer("could", *own, pays=True)

    def _if_searched_to_the_end(self, excuse: Blame) -> Blame:
        """An excuse, if no way of the seat's own can have been overlooked."""
        return self.untold or (self._refer("R13") if self._is_cut else excuse)

    def _could(self, leaf: FailedLeaf, *, listed: bool = False) -> AlternativeLine | None:
        listed = listed or isinstance(leaf.formula, formulas.StateWithin)
        return self.player(leaf).first_kept(self.candidates.own(leaf, self.seat, listed=listed))

    def _parties(self, leaf: FailedLeaf) -> frozenset[Seat]:
        end = self._breach.commands[-1].state if self._breach.commands else self._breach.game.end.segmentation.state
        named = (*self._case.agreement.addressees, *self._case.agreement.obligors)
        return (frozenset(named) | receivers(self.candidates, leaf, end)) - {self.seat}

    def _excused(self, step: Step, leaf: FailedLeaf, line: AlternativeLine | None, others: Collection[Seat]) -> Blame:
        """That the seat does not pay because of others: a co-obligor among them pays in its place."""
        agreement = self._case.agreement
        parties = (each for each in (*agreement.obligors, *agreement.addressees) if each in others)
        by = next(parties, None) or next(iter(others))
        excuse = self._answer(step, leaf, line, by, pays=False)
        if by not in agreement.obligors:
            return excuse
        return excuse.and_also(
            Blame((BlameAnswer(by, leaf.node.path, "prevented", pays=True, line=line, other=self.seat),))
        )

    # 4: taken away by an outsider, or another alone decided it -------------------------------------------------------

    def _by_others(self) -> Blame | None:
        for leaf in self.leaves:
            taken = self._taken(leaf)
            if taken is not None:
                own = self._by_another_way() or self._by_two_decisions()
                return own or self._if_searched_to_the_end(self._excuse_of(leaf, taken))
        return self._refer_untold() if self._take_untold() else None

    def _excuse_of(self, leaf: FailedLeaf, taken: Prevention) -> Blame:
        excuse = self._answer("taken", leaf, taken.line, taken.command.by, pays=False)
        if taken.command.draws or taken.command.by == TABLE:
            return excuse.and_also(self._refer("R10", position=taken.command.at))
        return excuse

    def _taken(self, leaf: FailedLeaf) -> Prevention | None:
        others = [each for each in self._breach.commands if each.by != self.seat]
        if leaf.to_do:
            found = next(self._preventions(leaf).find({each.by for each in others}, -1), None)
            if found is not None or isinstance(leaf.formula, formulas.Total):
                return found
        for command in reversed(others[-(MOST_OF_OTHERS if leaf.to_do else MOST_FORBIDDEN) :]):
            line = self.player(leaf).first_kept((each,) for each in self.candidates.quiet(command))
            if line is not None:
                return Prevention(command, line)
        return None

    def _by_another_way(self) -> Blame | None:
        """Whether the seat could have kept off what made it owe this by any of its options, and hindered nobody."""
        is_plain = isinstance(self._duty.formula, formulas.Total | formulas.Or)
        found = None if is_plain else _first(partial(self._could, listed=True), self._to_do)
        if found is None or self.player(found[0]).leaves_out_others(found[1]):
            return None
        return self._answer("could", *found, pays=True)

    def _by_two_decisions(self) -> Blame | None:
        found = _first(self._could_with_two, self._to_do)
        return None if found is None else self._answer("could", *found, pays=True)

    def _could_with_two(self, leaf: FailedLeaf) -> AlternativeLine | None:
        """A line with two decisions of the seat, the second of which does what it owed."""
        own = self._breach.own(self.seat)[-MOST_POINTS:]
        self.player(leaf).search_further()
        for number in range(len(own) - 2, -1, -1):
            done = (each for several in self.candidates.performing(leaf, self.seat, own[number]) for each in several)
            for first in chain(done, self.candidates.quiet(own[number])):
                for point in own[number + 1 : number + 1 + MOST_NEXT]:
                    line = self._preventions(leaf).kept_later(first, point)
                    if line is not None:
                        return line
        return None

    # 5 and 7: did not do their own part, or promised more than they had ----------------------------------------------

    def _by_themselves(self) -> Blame:
        leaf = next((each for each in self._to_do if self.candidates.had_a_part(each, self.seat)), None)
        if leaf is not None:
            return self._answer("own-part", leaf, pays=True)
        found = self._by_another_way()
        if found is not None:
            return found
        if any(self.player(each).chancy for each in self._states):
            return self._refer("R10")
        return self.beyond()

    def beyond(self) -> Blame:
        """What follows for a seat that promised more than it had, as the game reads it."""
        untold, reads = self.untold, self._case.reads
        if reads.beyond_power == "maker":
            step: Step = "beyond" if untold is None else "no-excuse"
            return self._answer(step, pays=True, reading=reads.beyond_power_id)
        if untold is not None:
            return untold
        return self._refer("R9") if reads.beyond_power == "judge" else self._answer("beyond", pays=False)

    # Results ---------------------------------------------------------------------------------------------------------

    def _answer(
        self,
        step: Step,
        leaf: FailedLeaf | None = None,
        line: AlternativeLine | None = None,
        other: Seat | None = None,
        *,
        pays: bool,
        reading: str = "",
    ) -> Blame:
        limit = next((each for each in self.leaves if pays and not each.to_do and self._is_limit(each)), None)
        reading = reading or ("" if limit is None else self._case.reads.pooled_limit_id)
        path = self.path if leaf is None else leaf.node.path
        return Blame((BlameAnswer(self.seat, path, step, pays, line, other, reading),))

    def _refer(self, code: Code, detail: str = "", position: int | None = None) -> Blame:
        return Blame(referrals=(Referral(code, self.path, (self.seat,), position, detail),))


def _first(
    find: Callable[[FailedLeaf], AlternativeLine | None], leaves: Iterable[FailedLeaf]
) -> tuple[FailedLeaf, AlternativeLine] | None:
    """The first of these leaves for which there is a line, with the line."""
    found = ((leaf, find(leaf)) for leaf in leaves)
    return next(((leaf, line) for leaf, line in found if line is not None), None)
