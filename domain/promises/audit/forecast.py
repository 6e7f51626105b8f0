"""What a decision would do to the promises of a game, before it is taken.

Nothing is drawn for it. Where the decision leads to draws, their possible results are tried, up to a limit.
"""

from collections.abc import Iterator
from itertools import islice
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct

from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.games import game_events
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.game import Game
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit import incremental_audit
from oathbook.domain.promises.audit.promise_audit import Due
from oathbook.domain.promises.audit.standing import GameStanding, RulingEffect, standing_of
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.promises.who_pays.answers import Code
from oathbook.domain.rulesets.protocol import AnyRuleset

MOST_TRIED: Final = 16  # results of draws that are tried for a decision


class Foreseen(Struct, frozen=True):
    """What would become of a promise, for these obligors; ``might`` says that it depends on how draws come.

    ``blamed`` would answer for it; ``penalties`` are the price, and ``referrals`` what would be left to a judge.
    """

    promise: game_events.PromiseId
    letter: str
    obligors: tuple[Seat, ...]
    status: Status
    might: bool
    blamed: tuple[Seat, ...]
    penalties: tuple[Due, ...]
    referrals: tuple[Code, ...]


class Forecast(Struct, frozen=True):
    """What would become of promises that is not so yet; ``complete`` unless there are ways that were not tried.

    ``standing`` is where the game would stand, with the price; nothing where that depends on a draw.
    """

    changes: tuple[Foreseen, ...]
    complete: bool
    standing: GameStanding | None = None


class Forecaster:
    """Says what decisions in one position would do to the promises of a game; the game is followed once for all."""

    def __init__(
        self,
        ruleset: AnyRuleset,
        game: Game,
        entries: tuple[game_events.Entry, ...],
        ruled: tuple[RulingEffect, ...] = (),
    ) -> None:
        """Take the entries that one viewer may see, and what rulings on disputes cost by now.

        ``BadRecord`` where the record cannot be followed.
        """
        self._ruleset, self._game, self._ruled, self._last = ruleset, game, ruled, entries[-1]
        self._before = incremental_audit.start_incremental_audit(ruleset, entries)

    def forecast(self, decision: Any, reports: tuple[DrawReport, ...] = ()) -> Forecast:
        """What a decision that the rules allow would do; ``reports`` are assumed draws."""
        ruleset, game, before = self._ruleset, self._game, self._before
        standing: GameStanding | None = None
        tried = tuple(possible_results(ruleset, game.state, decision, reports, MOST_TRIED))
        found: dict[_Place, list[_PartChange]] = {}
        for way in tried:
            if way.kind == "follows":
                after = before.extend(tuple(step_entries(ruleset, game.state, self._last, decision, way)))
                for place, turned in _part_changes(before.promises, after.promises):
                    found.setdefault(place, []).append(turned)
                standing = standing_of(ruleset, after.state, after.promises.values(), self._ruled)
        changes = tuple(
            _foresee(turned, might=len(turned) < len(tried)) for _, turned in sorted(found.items(), key=itemgetter(0))
        )
        is_certain = all(way.kind == "follows" for way in tried)
        return Forecast(changes, is_certain, standing if is_certain and len(tried) == 1 else None)


_Place = tuple[int, int, Status]  # the number of a promise, the number of a part of it, and its new status


def possible_results(
    ruleset: AnyRuleset, state: Any, decision: Any, reports: tuple[DrawReport, ...], most: int
) -> Iterator[DecisionResult]:
    """What the rules say to a decision for each result of the draws; an open question stands for those not tried."""
    given = try_decision(ruleset, state, decision, WitnessedChance(reports))
    if given.request is None:
        yield given
        return
    draws = tuple(islice(_draws(given.request.known_pile(), given.request.count), most + 1))
    if len(draws) > most:
        yield given
    shown = draws[:most]
    for drawn in shown:
        supposed = (*reports, DrawReport(given.request.label, drawn))
        yield from possible_results(ruleset, state, decision, supposed, max(1, most // len(shown)))


def _draws(pile: tuple[str, ...], count: int) -> Iterator[tuple[str, ...]]:
    """Every result of a draw from a pile, in the order of the pile, each once."""
    if count == 0:
        yield ()
        return
    for card in dict.fromkeys(pile):
        at = pile.index(card)
        yield from ((card, *rest) for rest in _draws((*pile[:at], *pile[at + 1 :]), count - 1))


def step_entries(
    ruleset: AnyRuleset, state: Any, last: game_events.Entry, decision: Any, way: DecisionResult
) -> Iterator[game_events.Entry]:
    """The events of a decision in a state, after the last one, without what is only revealed at the end."""
    of = last.position + 1
    for consequence in way.consequences:
        state = ruleset.evolve(state, consequence.event)
    ending = ruleset.standing(state).ending
    bodies = (
        (decision.by, game_events.DecisionMade(decision)),
        *(("chance", game_events.DrawMade(of, draw)) for draw in way.draws),
        ("rules", game_events.OutcomeFollowed(of, way.consequences)),
        *(() if ending is None else (("rules", game_events.GameEnded(ending)),)),
    )
    return (game_events.Entry(number, last.step + 1, last.at, by, body) for number, (by, body) in enumerate(bodies, of))


class _PartChange(Struct, frozen=True):
    """A part of a promise as it would be, and the seats that would newly answer for it."""

    promise: incremental_audit.PromiseResult
    part: incremental_audit.PartResult
    blamed: tuple[Seat, ...]


def _part_changes(
    before: incremental_audit.PromiseResults, after: incremental_audit.PromiseResults
) -> Iterator[tuple[_Place, _PartChange]]:
    """The parts that would no longer be pending, and those for which more seats would answer."""
    for one, (was, now) in enumerate(zip(before.values(), after.values(), strict=True)):
        for number, (old, new) in enumerate(zip(was.parts, now.parts, strict=True)):
            more = tuple(seat for seat in new.blamed if seat not in old.blamed)
            if new.status != "pending" and (old.status == "pending" or more):
                yield (one, number, new.status), _PartChange(now, new, more)


def _foresee(turned: list[_PartChange], *, might: bool) -> Foreseen:
    """The change, described by the first of the results that lead to it."""
    first = turned[0]
    promise, part = first.promise, first.part
    codes: dict[Code, None] = {each.code: None for each in part.referrals}
    penalties = tuple(due for due in part.penalties if due.seat in first.blamed)
    whose = (promise.promise, promise.letter, part.obligors)
    return Foreseen(*whose, part.status, might, first.blamed, penalties, tuple(codes))
