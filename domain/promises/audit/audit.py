"""The audit of a record: for every promise its status with proof, who answers for a breach, and what it costs.

Everything follows from the entries that one viewer may see. Monitor and evaluator both give the status, and must agree.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Final

from domain.errors import BadLetter
from domain.games.corrections import as_corrected
from domain.games.events import Entry, PromiseClaimed, PromiseId, PromiseRuled
from domain.games.game import Game
from domain.games.promises import Promise
from domain.promises.audit.audited import NONE_SETTLED, Audit, Audited, AuditedPart, Due, status_of
from domain.promises.blame.blame import blamed
from domain.promises.blame.causes import DEFAULT, Blame, Policy, Referral
from domain.promises.blame.played_game import PlayedGame, played_game
from domain.promises.evaluator.grounds import bearing
from domain.promises.evaluator.verdict import judged
from domain.promises.letter.clauses import ParsedLetter
from domain.promises.letter.linting import as_signed
from domain.promises.letter.lowering import lowered
from domain.promises.letter.names import Names, names_in
from domain.promises.logic.formula import Agreement, covers
from domain.promises.logic.moments import Moment
from domain.promises.logic.proof import FAILED, MET, UNSETTLED, Node, Proof, Status, vacuous
from domain.promises.monitor.monitor import fed, lean_of, signed
from domain.promises.monitor.monitor_state import MonitorState
from domain.promises.trace.lifecycle_facts import CLOSED
from domain.promises.trace.revisions import as_revised
from domain.rulesets.protocol import AnyRuleset

NOBODY: Final = Blame()


def audit(
    ruleset: AnyRuleset,
    entries: Iterable[Entry],
    policy: Policy = DEFAULT,
    *,
    only: PromiseId | None = None,
    settled: Mapping[PromiseId, Audited] = NONE_SETTLED,
) -> Audit:
    """The promises of a game in the order of their offers, or ``only`` one of them.

    Promises ``settled`` by an earlier audit keep its results. ``BadRecord`` where the record cannot be
    followed, ``BadLetter`` where a letter in it can no longer be read.
    """
    known = as_corrected(ruleset, tuple(entries))
    game = played_game(ruleset, as_revised(known))
    names = names_in(ruleset.vocabulary, game.setup)
    claims = [(each.position, each.body) for each in known if isinstance(each.body, PromiseClaimed)]
    rulings = [(each.position, each.body) for each in known if isinstance(each.body, PromiseRuled)]
    auditor = _Auditor(game, names, claims, rulings, policy)
    asked = (each for each in game.promises.values() if only in {None, each.offer.promise})
    return Audit(game, tuple(settled.get(each.offer.promise) or auditor.promise(each) for each in asked))


def statuses(ruleset: AnyRuleset, entries: Iterable[Entry]) -> dict[PromiseId, Status]:
    """The status of each promise of a game, by the monitor alone; undetermined where the letter cannot be read.

    ``BadRecord`` where the record cannot be followed.
    """
    game = played_game(ruleset, as_revised(tuple(entries)))
    auditor = _Auditor(game, names_in(ruleset.vocabulary, game.setup), [], [], DEFAULT)
    return {name: auditor.status(promise) for name, promise in game.promises.items()}


def moment_of(position: int, moments: Iterable[Moment]) -> int:
    """The index of the moment that contains an event of a promise's life."""
    return next(each.index for each in moments if position in {one.position for one in each.occurrences})


class _Auditor:
    """One game under audit."""

    def __init__(
        self,
        game: PlayedGame,
        names: Names,
        claims: list[tuple[int, PromiseClaimed]],
        rulings: list[tuple[int, PromiseRuled]],
        policy: Policy,
    ) -> None:
        self._game = game
        self._names = names
        self._claims = claims
        self._rulings = rulings
        self._policy = policy
        self._vocabulary = game.ruleset.vocabulary
        self._over = CLOSED in game.trace.by_kind

    def promise(self, promise: Promise) -> Audited:
        """The audit of one promise."""
        offer = promise.offer
        letter, remarks = as_signed(offer.letter, self._vocabulary, self._names)
        parts = tuple(self._part(offer.promise, agreement, at) for agreement, at in self._bound(promise, letter))
        return Audited(offer.promise, offer.letter, promise.stands, self._over, parts, remarks)

    def status(self, promise: Promise) -> Status:
        """The status of a promise, without proof."""
        try:
            letter, _ = as_signed(promise.offer.letter, self._vocabulary, self._names)
        except BadLetter:
            return "undetermined"
        bound = self._bound(promise, letter)
        states = (self._watched(promise.offer.promise, agreement, at) for agreement, at in bound)
        return status_of(tuple(each.status for each in states), promise.stands, over=self._over)

    def _bound(self, promise: Promise, letter: ParsedLetter) -> Iterator[tuple[Agreement, int]]:
        """The agreement of each set of obligors, and the moment from which it binds."""
        if promise.bound_at:
            at = moment_of(promise.bound_at, self._game.trace.moments)
            by_consent = self._vocabulary.releasable(self._game.setup)
            agreements = lowered(letter, self._vocabulary, self._names, by_consent=by_consent)
            yield from ((agreement, at) for agreement in agreements)

    def _part(self, promise: PromiseId, agreement: Agreement, at: int) -> AuditedPart:
        trace = self._game.trace
        state = self._watched(promise, agreement, at)
        proof = judged(promise, agreement, at, trace)
        online, offline = (state.status, state.moment), (proof.status, proof.moment)
        assert online == offline, f"{promise}: the monitor says {online} and the reference {offline}"
        blame = blamed(self._game, agreement, proof, self._policy) if proof.status == "broken" else NOBODY
        referrals = (*blame.referrals, *self._unsettled(proof), *self._disputed(proof))
        return AuditedPart(
            agreement,
            proof.status,
            lean_of(state, trace.moments[-1], trace.reader) if proof.status == "pending" else None,
            proof.status == "kept" and vacuous(proof.root),
            proof,
            blame,
            referrals,
            tuple(self._due(blame, applies=not referrals)),
        )

    def _watched(self, promise: PromiseId, agreement: Agreement, at: int) -> MonitorState:
        first, *rest = self._game.trace.moments[at:]
        reader = self._game.trace.reader
        state = signed(promise, agreement, first, reader)
        for moment in rest:
            state = fed(state, moment, reader)
        return state

    def _due(self, blame: Blame, *, applies: bool) -> Iterator[Due]:
        penalty = self._vocabulary.penalty
        if penalty is not None:
            for seat in blame.blamed:
                yield Due(seat, penalty.amount, penalty.reserve, penalty.cites, penalty.readings, applies)

    # What is left to a judge -----------------------------------------------------------------------------------------

    def _unsettled(self, proof: Proof) -> Iterator[Referral]:
        """Referrals for plain words and hidden facts that leave a promise undetermined, and for claimed words."""
        claimed = {claim.path for _, claim in self._open_claims(proof.promise)}
        for node in _unsettled(proof.root):
            is_text = node.rule == "needs-ruling"
            if proof.status == "undetermined" or (is_text and any(covers(path, node.path) for path in claimed)):
                yield Referral("R1" if is_text else "R2", node.path, node.leaf.owners if node.leaf else ())

    def _disputed(self, proof: Proof) -> Iterator[Referral]:
        """Referrals for claims that contradict the value of a clause and name an event on which it rests."""
        claims = [each for each in self._open_claims(proof.promise) if each[1].about]
        if not claims:
            return
        trace = self._game.trace
        named = trace.at({position for _, claim in claims for position in claim.about})
        borne = cache(partial(bearing, proof.root, named, trace))  # many may claim the same
        for position, claim in claims:
            opposed = FAILED if claim.claims == "fulfilled" else MET
            if borne(claim.path, opposed).intersection(claim.about):
                yield Referral("R12", claim.path, (), position, ", ".join(map(str, claim.about)))

    def _open_claims(self, promise: PromiseId) -> list[tuple[int, PromiseClaimed]]:
        """The claims about a promise that no later ruling has answered."""
        return [
            (at, claim)
            for at, claim in self._claims
            if claim.promise == promise
            and not any(
                later > at and ruling.promise == promise and covers(ruling.path, claim.path)
                for later, ruling in self._rulings
            )
        ]


def _unsettled(node: Node) -> Iterator[Node]:
    """The leaves that are the reason why a node is unsettled."""
    if node.value == UNSETTLED:
        if node.rule in {"needs-ruling", "hidden-trigger"} or not node.kids:
            yield node
        else:
            for kid in node.kids:
                yield from _unsettled(kid)


def audits(
    ruleset: AnyRuleset, game: Game, entries: tuple[Entry, ...], settled: Mapping[PromiseId, Audited] = NONE_SETTLED
) -> tuple[Audited, ...]:
    """The promises of a game in the order of their offers, under ``audit`` by its entries so far.

    A promise whose letter cannot be read (only an imported record can hold one) has no parts. ``BadRecord`` where the
    record cannot be followed.
    """
    if not game.promises:
        return ()
    try:
        return audit(ruleset, entries, settled=settled).promises
    except BadLetter:
        return tuple(_one(ruleset, game, entries, promise) for promise in game.promises)


def _one(ruleset: AnyRuleset, game: Game, entries: tuple[Entry, ...], name: PromiseId) -> Audited:
    try:
        return audit(ruleset, entries, only=name).promises[0]
    except BadLetter:
        promise = game.promises[name]
        return Audited(name, promise.offer.letter, promise.stands, game.closed, (), ())
