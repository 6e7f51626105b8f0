"""The audit of one promise: its status with proof, who answers for a breach, what it costs, what is left to a judge.

Monitor and evaluator both give the status, and must agree.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import cache, partial
from typing import Final

from oathbook.domain.games import game_events
from oathbook.domain.games.promises import Promise
from oathbook.domain.promises.audit.promise_audit import Due, PartAudit, PromiseAudit
from oathbook.domain.promises.chances.played_game import PlayedGame
from oathbook.domain.promises.evaluator.grounds import ground_positions
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.letter.language_versions import agreements_of, parse_offer
from oathbook.domain.promises.letter.names import names_in
from oathbook.domain.promises.lifecycle.decider import life_rules
from oathbook.domain.promises.logic import proofs
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.logic.paths import covers
from oathbook.domain.promises.monitor.monitor import follow, lean_of, start
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.who_pays.answers import Blame, Referral
from oathbook.domain.promises.who_pays.who_pays import reading_named

NOBODY: Final = Blame()


def moment_of(position: int, moments: Iterable[Moment]) -> int:
    """The index of the moment that contains an event of a promise's life."""
    return next(each.index for each in moments if position in {one.position for one in each.occurrences})


class Auditor:
    """One game under audit, as the reader of its entries has it."""

    def __init__(self, game: PlayedGame, entries: Iterable[game_events.Entry]) -> None:
        acts = [
            (each.position, each.body)
            for each in entries
            if isinstance(each.body, game_events.PromiseClaimed | game_events.PromiseRuled)
        ]
        self._game = game
        self._claims = [(at, body) for at, body in acts if isinstance(body, game_events.PromiseClaimed)]
        self._rulings = [(at, body) for at, body in acts if isinstance(body, game_events.PromiseRuled)]
        self._vocabulary = game.ruleset.vocabulary
        self._names = names_in(self._vocabulary, game.setup)

    def audit_promise(self, promise: Promise) -> PromiseAudit:
        """The audit of one promise; ``BadLetter``, and ``UnknownVersion`` of its language, its life or its blame."""
        offer = promise.offer
        _must_know_versions(offer)
        remarks = parse_offer(offer, self._vocabulary, self._names)[1]
        parts = tuple(map(self.audit_part, self.monitor_states(promise)))
        return PromiseAudit(offer.promise, offer.letter, promise.stands, self._game.is_over, parts, remarks)

    def monitor_states(self, promise: Promise) -> Iterator[MonitorState]:
        """A binding promise in the monitor by the end of the game, for each set of obligors; as ``promise``."""
        if promise.bound_at:
            _must_know_versions(promise.offer)
            at = moment_of(promise.bound_at, self._game.trace.moments)
            by_consent = self._vocabulary.releasable(self._game.setup)
            for agreement in agreements_of(promise.offer, self._vocabulary, self._names, by_consent=by_consent):
                yield self.run_monitor(promise.offer.promise, agreement, at)

    def run_monitor(self, promise: game_events.PromiseId, agreement: Agreement, at: int) -> MonitorState:
        """The monitor by the end of the game of what was signed in a moment."""
        first, *rest = self._game.trace.moments[at:]
        reader = self._game.trace.reader
        return follow(start(promise, agreement, first, reader), rest, reader)

    def audit_part(self, state: MonitorState) -> PartAudit:
        """The audit of what one set of obligors is bound by, which the monitor has followed to the end of the game."""
        agreement, trace = state.agreement, self._game.trace
        proof = prove_verdict(state.promise, agreement, state.signed, trace)
        online, offline = (state.status, state.moment), (proof.status, proof.moment)
        assert online == offline, f"{state.promise}: the monitor says {online} and the reference {offline}"
        blamed = reading_named(self._game.promises[state.promise].offer.blame)
        blame = blamed(self._game, agreement, proof) if proof.status == "broken" else NOBODY
        referrals = (*blame.referrals, *self._unsettled_referrals(proof), *self._disputed_referrals(proof))
        return PartAudit(
            agreement,
            proof.status,
            lean_of(state, trace.moments[-1], trace.reader) if proof.status == "pending" else None,
            proof.status == "kept" and proofs.is_vacuous(proof.root),
            proof,
            blame,
            referrals,
            tuple(self._due(blame, referrals)),
        )

    def _due(self, blame: Blame, referrals: Collection[Referral]) -> Iterator[Due]:
        """What each pays; what is left to a judge about one holds back what that one pays, and nobody else."""
        penalty = self._vocabulary.penalty
        if penalty is not None:
            for seat in blame.blamed:
                readings = dict.fromkeys(each.reading for each in blame.of(seat).answers if each.reading)
                applies = all(each.seats and seat not in each.seats for each in referrals)
                yield Due(seat, penalty.amount, penalty.reserve, penalty.cites, (*penalty.readings, *readings), applies)

    # What is left to a judge -----------------------------------------------------------------------------------------

    def _unsettled_referrals(self, proof: proofs.Proof) -> Iterator[Referral]:
        """Referrals for plain words and hidden facts that leave a promise undetermined, and for claimed words."""
        claimed = {claim.path for _, claim in self._open_claims(proof.promise)}
        for node in _unsettled_leaves(proof.root):
            is_text = node.rule == "needs-ruling"
            if proof.status == "undetermined" or (is_text and any(covers(path, node.path) for path in claimed)):
                yield Referral("R1" if is_text else "R2", node.path, node.leaf.owners if node.leaf else ())

    def _disputed_referrals(self, proof: proofs.Proof) -> Iterator[Referral]:
        """Referrals for claims that contradict the value of a clause and name an event on which it rests."""
        claims = [each for each in self._open_claims(proof.promise) if each[1].about]
        if not claims:
            return
        trace = self._game.trace
        named = trace.facts_at({position for _, claim in claims for position in claim.about})
        borne = cache(partial(ground_positions, proof.root, named, trace))  # many may claim the same
        for position, claim in claims:
            opposed = proofs.FAILED if claim.claims == "fulfilled" else proofs.MET
            if borne(claim.path, opposed).intersection(claim.about):
                yield Referral("R12", claim.path, (), position, ", ".join(map(str, claim.about)))

    def _open_claims(self, promise: game_events.PromiseId) -> list[tuple[int, game_events.PromiseClaimed]]:
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


def _must_know_versions(offer: game_events.PromiseOffered) -> None:
    """``UnknownVersion`` where the life of a promise, or who pays for it, follows rules that are not known here."""
    life_rules(offer.life)
    reading_named(offer.blame)


def _unsettled_leaves(node: proofs.Node) -> Iterator[proofs.Node]:
    """The leaves that are the reason why a node is unsettled."""
    if node.value == proofs.UNSETTLED:
        if node.rule in {"needs-ruling", "hidden-trigger"} or not node.kids:
            yield node
        else:
            for kid in node.kids:
                yield from _unsettled_leaves(kid)
