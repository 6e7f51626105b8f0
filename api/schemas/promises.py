"""The shapes of promises: the letter, who has signed, what was claimed and ruled; and how they are made."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import starmap
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from oathbook.domain.games import game_events
from oathbook.domain.games.promises import Promise, PromiseState
from oathbook.domain.games.takebacks import withdrawals_in
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.open_duties import open_duty_sentences
from oathbook.domain.promises.audit.promise_audit import status_of
from oathbook.domain.promises.evaluator.duties import Duty
from oathbook.domain.promises.letter.remarks import Remark
from oathbook.domain.promises.lifecycle.letter_reader import JudgedClause, LetterReader
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.promises.trace.revisions import effective_rulings
from oathbook.projections.promise_ledger_rows import PledgePlace
from oathbook.replays.frames import Replay
from oathbook.replays.promise_history import Stood
from oathbook.replays.replay_index import ReplayIndex

UNREADABLE: Final[Status] = "undetermined"
"""The status of a binding promise whose letter cannot be read here; it comes from elsewhere."""


class SignatureTold(Struct, frozen=True):
    """A signature, or a consent: whose, and its position."""

    seat: Seat
    position: int


class AnswerTold(Struct, frozen=True):
    """An answer to a claim."""

    position: int
    by: Seat
    says: str


class ClaimTold(Struct, frozen=True):
    """A claim about a clause; ``about`` lists the positions where, by the claim, it was breached or fulfilled."""

    position: int
    by: Seat
    path: str
    claims: game_events.ClaimedStatus
    about: tuple[int, ...]
    says: str
    answers: tuple[AnswerTold, ...]


class RulingTold(Struct, frozen=True):
    """A ruling on a clause; ``revised`` says that another ruling on the same clause counts instead."""

    position: int
    by: Seat
    path: str
    value: game_events.Ruling
    blamed: tuple[Seat, ...]
    excused: tuple[Seat, ...]
    reason: str
    revised: bool


class PromiseTold(Struct, frozen=True):
    """A promise and its result; ``bound_at`` is the position from which it binds, if it ever did."""

    promise: game_events.PromiseId
    letter: Annotated[str, Meta(description="The text that is signed.")]
    language: str
    life: str
    blame: str
    by: Seat
    offered_at: int
    stands: PromiseState
    obligors: tuple[Seat, ...]
    addressees: tuple[Seat, ...]
    signers: tuple[Seat, ...]
    signed: tuple[SignatureTold, ...]
    releasers: tuple[Seat, ...]
    consented: tuple[SignatureTold, ...]
    bound_at: int | None
    replaces: game_events.PromiseId | None
    replaced_by: game_events.PromiseId | None
    claims: tuple[ClaimTold, ...]
    rulings: tuple[RulingTold, ...]


class BreachTakenBack(Struct, frozen=True):
    """A breach by a decision that was taken back: where the promise was broken, and where that was taken back."""

    broken_at: int
    taken_back_at: int


class PromiseSeen(PromiseTold, frozen=True):
    """A promise and how it stands, as one viewer may know it: ``verdicts`` has a line for each set of obligors.

    ``taken_back`` are breaches that count no longer.
    ``asks`` are the duties that are left of it while it is pending, a sentence each, with what has been done so far.

    For a single promise, ``warnings`` are remarks on a letter that can still be signed,
    ``duties`` what the letter means, one line each with the characters it comes from, and ``clauses`` what can be ruled
    on once it binds: by the table, and plain words by their ``judge``.
    """

    status: Status
    verdicts: tuple[Stood, ...]
    asks: tuple[str, ...]
    taken_back: tuple[BreachTakenBack, ...] = ()
    warnings: tuple[Remark, ...] | UnsetType = UNSET
    clauses: tuple[JudgedClause, ...] | UnsetType = UNSET
    duties: tuple[Duty, ...] | UnsetType = UNSET


class PromisesPage(Struct, frozen=True, rename={"viewer": "as"}):
    """A page of a game's promises in the order of their offers, as they stood at a position.

    ``next`` is the ``after`` of the next page.
    """

    game: str
    viewer: str
    position: int
    promises: tuple[PromiseSeen, ...]
    next: int | None


def present_promises(replay: Replay, promises: Iterable[Promise], *, at: int) -> Iterator[PromiseTold]:
    """Returns promises after a position, each with its history up to there."""
    wanted = {each.offer.promise: each for each in promises}
    histories: dict[game_events.PromiseId, list[game_events.Entry]] = {name: [] for name in wanted}
    for entry in replay.entries[:at]:
        name = getattr(entry.body, "promise", None)
        if name in histories:
            histories[name].append(entry)
    everything = replay.game_at(at).promises.values()
    binding = {each.offer.replaces: each.offer.promise for each in everything if each.bound_at}
    return (_present_promise(each, histories[name], binding.get(name)) for name, each in wanted.items())


def present_promises_with_status(index: ReplayIndex, promises: Iterable[Promise], *, at: int) -> Iterator[PromiseSeen]:
    """Yields promises after a position with their status, as the viewer of the replay may know it."""
    then, game, ruleset = index.replay.promises.at(at), index.replay.game_at(at), index.replay.record.ruleset
    now = LetterReader(ruleset).unit_numbers(game)
    taken_back = _breaches_taken_back(index.replay, at)
    for told in present_promises(index.replay, promises, at=at):
        lines = then.stood.get(told.promise, ())
        judged = status_of([each.status for each in lines], told.stands, over=game.closed)
        status = judged if lines or told.bound_at is None else UNREADABLE
        parts = then.promises[told.promise].parts if lines else ()
        left = (each.states[0] for each in parts if each.status == "pending")
        asks = tuple(
            index.replay.roster.name_ids(asked)
            for each in left
            for asked in open_duty_sentences(each, ruleset.vocabulary, now)
        )
        back = taken_back.get(told.promise, ())
        yield PromiseSeen(**asdict(told), status=status, verdicts=lines, asks=asks, taken_back=back)


def _breaches_taken_back(replay: Replay, at: int) -> Mapping[game_events.PromiseId, tuple[BreachTakenBack, ...]]:
    """The breaches of each promise that count no longer at a position."""
    withdrawn, found = withdrawals_in(replay.entries[:at]), dict[game_events.PromiseId, dict[int, int]]()
    for each in replay.promises.results(upto=at) if withdrawn else ():
        step = replay.entries[each.position - 1].step
        if each.kind == "broken" and step in withdrawn:
            found.setdefault(each.promise, {})[each.position] = withdrawn[step]
    return {name: tuple(starmap(BreachTakenBack, back.items())) for name, back in found.items()}


def _present_promise(
    promise: Promise, history: list[game_events.Entry], replaced_by: game_events.PromiseId | None
) -> PromiseTold:
    offer: game_events.PromiseOffered = promise.offer
    return PromiseTold(
        **asdict(offer),
        by=promise.by,
        offered_at=promise.offered_at,
        stands=promise.stands,
        signed=_signatures(history, game_events.PromiseSigned),
        consented=_signatures(history, game_events.PromiseConsented),
        bound_at=promise.bound_at or None,
        replaced_by=replaced_by,
        claims=tuple(_claims(history)),
        rulings=tuple(_rulings(history)),
    )


def _signatures(
    history: list[game_events.Entry], kind: type[game_events.PromiseSigned | game_events.PromiseConsented]
) -> tuple[SignatureTold, ...]:
    return tuple(SignatureTold(Seat(each.by), each.position) for each in history if isinstance(each.body, kind))


def _claims(history: list[game_events.Entry]) -> Iterator[ClaimTold]:
    for entry in history:
        if isinstance(entry.body, game_events.PromiseClaimed):
            made = entry.body
            answers = tuple(
                AnswerTold(each.position, Seat(each.by), each.body.says)
                for each in history
                if isinstance(each.body, game_events.PromiseAnswered) and each.body.claim == entry.position
            )
            yield ClaimTold(entry.position, Seat(entry.by), made.path, made.claims, made.about, made.says, answers)


def _rulings(history: list[game_events.Entry]) -> Iterator[RulingTold]:
    counting = {each.position for each in effective_rulings(history)}
    for entry in history:
        if isinstance(entry.body, game_events.PromiseRuled):
            made = entry.body
            ruled = (made.path, made.value, made.blamed, made.excused, made.reason)
            yield RulingTold(entry.position, Seat(entry.by), *ruled, revised=entry.position not in counting)


PROMISE_ID: Final = r"^p[1-9][0-9]{0,5}$"


AFTER_PLACE: Final = r"^[1-9][0-9]{0,15}-[1-9][0-9]{0,5}-[a-z0-9_-]{1,32}$"


def parse_place(after: str | None) -> PledgePlace | None:
    """Returns the place in a player's promises that ``after`` names, or None."""
    if after is None:
        return None
    number, place, seat = after.split("-", 2)
    return int(number), int(place), seat
