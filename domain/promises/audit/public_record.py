"""The record so far as everybody may see it: what a ruling would contradict, and what is broken."""

from collections.abc import Callable, Iterable, Iterator

from oathbook.domain.games.game_events import Entry, PromiseId, PromiseSigned
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.incremental_audit import start_incremental_audit
from oathbook.domain.promises.audit.promise_audit import Audit, PartAudit
from oathbook.domain.promises.lifecycle.acts import RuleOnClause
from oathbook.domain.promises.logic.finalisation import CONJUNCTION_ORDER, DISJUNCTION_ORDER, strongest
from oathbook.domain.promises.logic.paths import covers
from oathbook.domain.promises.logic.proofs import FAILED, UNSETTLED, Node, TruthValue
from oathbook.domain.promises.who_pays.who_pays import reading_named
from oathbook.domain.rulesets.protocol import AnyRuleset

Contradiction = tuple[str, str]  # the field of a ruling, and what it contradicts

BY_JUDGEMENT = frozenset({"ruled", "needs-ruling", "unclaimed", "hidden-trigger"})  # rest on a judge, or may yet


class PublicRecord:
    """The events of a game as everybody may see them; they are read when somebody asks."""

    def __init__(self, ruleset: AnyRuleset, entries: Callable[[], Iterable[Entry]]) -> None:
        self._ruleset = ruleset
        self._entries = entries

    def contradiction(self, rule: RuleOnClause) -> Contradiction | None:
        """What a ruling contradicts that follows from the letter and the record; nothing where that leaves it open.

        If the edition lets a ruling contradict the letter, only a failure of what has not failed does.
        """
        return next(_contradictions(self._audit(rule.promise), rule), None)

    def must_know_version(self, blame: str) -> None:
        """``UnknownVersion`` for a reading of blame that this program does not have."""
        reading_named(blame)

    def is_broken(self, promise: PromiseId) -> bool:
        """Whether a promise is broken, at least for one of its obligors."""
        return self._audit(promise).promises[0].status == "broken"

    def promisees_of_breaches(self, since: int) -> tuple[Seat, ...]:
        """To whom the promises were made that were broken at a position or later; of nobody, to all seats."""
        entries = tuple(self._entries())
        if not any(isinstance(each.body, PromiseSigned) for each in entries):
            return ()
        found = start_incremental_audit(self._ruleset, entries)
        broken = {
            name
            for name, promise in found.promises.items()
            for part in promise.parts
            for state in part.states
            if state.status == "broken" and state.position is not None and state.position >= since
        }
        everybody = tuple(each.seat for each in found.game.setup.seats)
        offers = (found.game.promises[name].offer for name in broken)
        owed = {seat for offer in offers for seat in offer.addressees or everybody}
        return tuple(each for each in everybody if each in owed)

    def _audit(self, promise: PromiseId) -> Audit:
        return audit(self._ruleset, self._entries(), only=promise)


def _contradictions(found: Audit, rule: RuleOnClause) -> Iterator[Contradiction]:
    (promise,) = found.promises
    game = found.game
    free = game.ruleset.vocabulary.overrulable(game.setup)
    for part in promise.parts:
        came = _recorded_value(part.proof.root, rule.path, over=promise.over) or UNSETTLED
        about = rule.value == "failed" and (not rule.blamed or bool({*rule.blamed} & {*part.agreement.obligors}))
        if came not in {UNSETTLED, FAILED} and about:
            yield "value", f"by the letter and the record {rule.path} of {rule.promise} has not failed"
        if came == FAILED and not free:
            if rule.value != "failed":
                yield "value", f"by the letter and the record {rule.path} of {rule.promise} has failed"
            yield from _against_blame(part, rule)


def _against_blame(part: PartAudit, rule: RuleOnClause) -> Iterator[Contradiction]:
    """The seats of which the record says whether they answer for a clause, where the ruling says otherwise."""
    blame = part.blame
    referred = (*blame.referrals, *blame.settled)
    here = (each for each in referred if covers(rule.path, each.path) or covers(each.path, rule.path))
    left_open = {seat for each in here for seat in each.seats or part.agreement.obligors}
    answering = {each.seat for each in blame.answers if each.pays and covers(rule.path, each.path)}

    def settled(seats: Iterable[Seat]) -> Iterator[Seat]:
        return (seat for seat in seats if seat in part.agreement.obligors and seat not in left_open)

    for seat in settled(rule.blamed):
        if seat not in answering:
            yield "blamed", f"by the record {seat} does not answer for {rule.path} of {rule.promise}"
    for seat in settled(rule.excused):
        if seat in answering:
            yield "excused", f"by the record {seat} answers for {rule.path} of {rule.promise}"


def _recorded_value(node: Node, path: str, *, over: bool) -> TruthValue | None:
    """What a clause has come to by the record alone; unsettled while it is open, or where a judge has a say in it.

    Nothing if there is no such clause below the node: it has not begun.
    """
    if node.path and covers(path, node.path):
        is_known = (node.is_decided or over) and not _rests_on_a_judge(node)
        return node.value if is_known else UNSETTLED
    found: list[TruthValue] = [
        value for kid in node.kids if (value := _recorded_value(kid, path, over=over)) is not None
    ]
    return strongest(found, DISJUNCTION_ORDER if node.rule == "or" else CONJUNCTION_ORDER) if found else None


def _rests_on_a_judge(node: Node) -> bool:
    return node.rule in BY_JUDGEMENT or any(map(_rests_on_a_judge, node.kids))
