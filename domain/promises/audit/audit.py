"""The audit of a record: for every promise its status with proof, who answers for a breach, and what it costs.

Everything follows from the entries as one viewer has them. The monitor and the reference are both asked, and agree.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Final

from msgspec import Struct

from domain.errors import BadLetter
from domain.games.corrections import as_corrected
from domain.games.events import Entry, PromiseClaimed, PromiseId, PromiseRuled
from domain.games.promises import Promise, Stands
from domain.kernel.seats import Seat
from domain.promises.blame.blame import blamed
from domain.promises.blame.causes import DEFAULT, Blame, Policy, Referral
from domain.promises.blame.played_game import PlayedGame, played_game
from domain.promises.evaluator.bearing import bearing
from domain.promises.evaluator.judging import judged
from domain.promises.letter.clauses import ParsedLetter
from domain.promises.letter.linting import as_signed
from domain.promises.letter.lowering import lowered
from domain.promises.letter.names import Names, names_in
from domain.promises.letter.remarks import Remark
from domain.promises.logic.formula import Agreement, covers
from domain.promises.logic.moments import Moment
from domain.promises.logic.proof import FAILED, MET, UNSETTLED, Node, Proof, Status, vacuous
from domain.promises.monitor.monitor import fed, signed
from domain.promises.monitor.monitor_state import Lean, MonitorState
from domain.promises.trace.lifecycle_facts import CLOSED
from domain.promises.trace.revised_rulings import as_revised
from domain.rulesets.protocol import AnyRuleset

WEIGHTS: Final[dict[Status, int]] = {"broken": 0, "undetermined": 1, "pending": 2, "released": 3, "void": 4, "kept": 5}
"""Of several parts of a promise, the one that matters most comes first."""

NOBODY: Final = Blame()


class Due(Struct, frozen=True):
    """What somebody pays for a promise, once whatever else of it they have broken.

    ``applies``: nothing about it is left to a judge.
    """

    seat: Seat
    amount: int
    reserve: str
    cites: tuple[str, ...]
    readings: tuple[str, ...]
    applies: bool


class AuditedPart(Struct, frozen=True):
    """What one set of obligors is bound by, and what became of it; where each promises there is a part for each."""

    agreement: Agreement
    status: Status
    lean: Lean | None
    vacuous: bool
    proof: Proof
    blame: Blame
    referrals: tuple[Referral, ...]
    penalties: tuple[Due, ...]

    @property
    def is_final(self) -> bool:
        """Whether no further play changes it, nor who pays for it.

        Of a joint promise that one party has broken the others may still break their own share.
        """
        if self.status == "broken" and self.agreement.jointly:
            return set(self.agreement.obligors) <= set(self.blame.blamed)
        return self.status not in {"pending", "undetermined"}


class Audited(Struct, frozen=True):
    """A promise and its parts, of which an offer that never bound anybody has none."""

    promise: PromiseId
    letter: str
    stands: Stands
    over: bool
    parts: tuple[AuditedPart, ...]
    remarks: tuple[Remark, ...]

    @property
    def status(self) -> Status:
        """How it stands: as the part of it that matters most."""
        return status_of([part.status for part in self.parts], self.stands, over=self.over)

    @property
    def is_final(self) -> bool:
        """Whether it has bound somebody, and no further play changes what became of it."""
        return bool(self.parts) and all(part.is_final or (self.over and part.status == "broken") for part in self.parts)

    @property
    def settled(self) -> int | None:
        """The first event by which it stands as it does; nothing where no event has settled it."""
        verdicts = (part.proof.position for part in self.parts if part.status == self.status)
        return min((position for position in verdicts if position is not None), default=None)

    @property
    def referrals(self) -> tuple[Referral, ...]:
        """All that is left to a judge."""
        return tuple(each for part in self.parts for each in part.referrals)


NONE_SETTLED: Final[Mapping[PromiseId, Audited]] = {}


def status_of(parts: Collection[Status], stands: Stands, *, over: bool) -> Status:
    """How a promise stands: as the part of it that matters most; without any, by what its signers did."""
    if parts:
        return min(parts, key=WEIGHTS.__getitem__)
    return "pending" if stands == "offered" and not over else "void"


class Audit(Struct, frozen=True):
    """A game, and each of its promises."""

    game: PlayedGame
    promises: tuple[Audited, ...]


def audit(
    ruleset: AnyRuleset,
    entries: Iterable[Entry],
    policy: Policy = DEFAULT,
    *,
    only: PromiseId | None = None,
    settled: Mapping[PromiseId, Audited] = NONE_SETTLED,
) -> Audit:
    """The promises of a game in the order of their offers, or ``only`` one of them.

    Those that are ``settled`` by an earlier audit stand as that has them. ``BadRecord`` where the record cannot be
    followed, ``BadLetter`` where a letter in it cannot be read (any more).
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
    """How each promise of a game stands, by the monitor alone; a letter that cannot be read is left to a ruling.

    ``BadRecord`` where the record cannot be followed.
    """
    game = played_game(ruleset, as_revised(tuple(entries)))
    auditor = _Auditor(game, names_in(ruleset.vocabulary, game.setup), [], [], DEFAULT)
    return {name: auditor.status(promise) for name, promise in game.promises.items()}


def moment_of(position: int, moments: Iterable[Moment]) -> int:
    """The index of the moment in which an event of a promise's life stands."""
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
        """A promise, whatever became of it."""
        offer = promise.offer
        letter, remarks = as_signed(offer.letter, self._vocabulary, self._names)
        parts = tuple(self._part(offer.promise, agreement, at) for agreement, at in self._bound(promise, letter))
        return Audited(offer.promise, offer.letter, promise.stands, self._over, parts, remarks)

    def status(self, promise: Promise) -> Status:
        """How it stands, and no more."""
        try:
            letter, _ = as_signed(promise.offer.letter, self._vocabulary, self._names)
        except BadLetter:
            return "undetermined"
        bound = self._bound(promise, letter)
        states = (self._watched(promise.offer.promise, agreement, at) for agreement, at in bound)
        return status_of(tuple(each.status for each in states), promise.stands, over=self._over)

    def _bound(self, promise: Promise, letter: ParsedLetter) -> Iterator[tuple[Agreement, int]]:
        """What each set of obligors is bound by, and from which moment on."""
        if promise.bound_at:
            at = moment_of(promise.bound_at, self._game.trace.moments)
            by_consent = self._vocabulary.releasable(self._game.setup)
            agreements = lowered(letter, self._vocabulary, self._names, by_consent=by_consent)
            yield from ((agreement, at) for agreement in agreements)

    def _part(self, promise: PromiseId, agreement: Agreement, at: int) -> AuditedPart:
        state = self._watched(promise, agreement, at)
        proof = judged(promise, agreement, at, self._game.trace)
        online, offline = (state.status, state.moment), (proof.status, proof.moment)
        assert online == offline, f"{promise}: the monitor says {online} and the reference {offline}"
        blame = blamed(self._game, agreement, proof, self._policy) if proof.status == "broken" else NOBODY
        referrals = (*blame.referrals, *self._unsettled(proof), *self._disputed(proof))
        return AuditedPart(
            agreement,
            proof.status,
            state.lean if proof.status == "pending" else None,
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
        """Plain words and hidden facts that leave a promise undetermined, and plain words that are claimed about."""
        claimed = {claim.path for _, claim in self._open_claims(proof.promise)}
        for node in _unsettled(proof.root):
            is_text = node.rule == "needs-ruling"
            if proof.status == "undetermined" or (is_text and any(covers(path, node.path) for path in claimed)):
                yield Referral("R1" if is_text else "R2", node.path, node.leaf.owners if node.leaf else ())

    def _disputed(self, proof: Proof) -> Iterator[Referral]:
        """Claims that say the opposite of what a clause came to, and name an event on which it stands."""
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
        """The claims about a promise that no ruling has come after."""
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
    """The leaves that leave a node unsettled."""
    if node.value == UNSETTLED:
        if node.rule in {"needs-ruling", "hidden-trigger"} or not node.kids:
            yield node
        else:
            for kid in node.kids:
                yield from _unsettled(kid)
