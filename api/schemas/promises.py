"""The shapes of promises: the letter, who has signed, what was claimed and ruled; and how they are made."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from oathbook.domain.games.events import (
    ClaimedStatus,
    Entry,
    PromiseAnswered,
    PromiseClaimed,
    PromiseConsented,
    PromiseId,
    PromiseOffered,
    PromiseRuled,
    PromiseSigned,
    Ruling,
)
from oathbook.domain.games.promises import Promise, Stands
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.promises.audit.audited import status_of
from oathbook.domain.promises.audit.still_asked import still_asked
from oathbook.domain.promises.evaluator.duties import Duty
from oathbook.domain.promises.letter.remarks import Remark
from oathbook.domain.promises.lifecycle.reading import JudgedClause, Letters
from oathbook.domain.promises.logic.proof import Status
from oathbook.domain.promises.trace.revisions import rulings_that_count
from oathbook.projections.words import PledgePlace
from oathbook.replays.frames import Replay
from oathbook.replays.index import ReplayIndex
from oathbook.replays.promised import Stood

UNREADABLE: Final[Status] = "undetermined"
"""How a promise stands that binds by a letter which nobody here can read; it comes from elsewhere."""


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
    claims: ClaimedStatus
    about: tuple[int, ...]
    says: str
    answers: tuple[AnswerTold, ...]


class RulingTold(Struct, frozen=True):
    """A ruling on a clause; ``revised`` says that another ruling on the same clause counts instead."""

    position: int
    by: Seat
    path: str
    value: Ruling
    blamed: tuple[Seat, ...]
    excused: tuple[Seat, ...]
    reason: str
    revised: bool


class PromiseTold(Struct, frozen=True):
    """A promise and its result; ``bound_at`` is the position from which it binds, if it ever did."""

    promise: PromiseId
    letter: Annotated[str, Meta(description="The text that is signed.")]
    language: str
    life: str
    blame: str
    by: Seat
    offered_at: int
    stands: Stands
    obligors: tuple[Seat, ...]
    addressees: tuple[Seat, ...]
    signers: tuple[Seat, ...]
    signed: tuple[SignatureTold, ...]
    releasers: tuple[Seat, ...]
    consented: tuple[SignatureTold, ...]
    bound_at: int | None
    replaces: PromiseId | None
    replaced_by: PromiseId | None
    claims: tuple[ClaimTold, ...]
    rulings: tuple[RulingTold, ...]


class PromiseSeen(PromiseTold, frozen=True):
    """A promise and how it stands, as one viewer may know it: ``verdicts`` has a line for each set of obligors.

    ``asks`` are the duties that are left of it while it is pending, a sentence each, with what has been done so far.

    For a single promise, ``warnings`` are remarks on a letter that can still be signed,
    ``duties`` what the letter means, one line each with the characters it comes from, and ``clauses`` what can be ruled
    on once it binds: by the table, and plain words by their ``judge``.
    """

    status: Status
    verdicts: tuple[Stood, ...]
    asks: tuple[str, ...]
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


def promises_told(replay: Replay, promises: Iterable[Promise], *, at: int) -> Iterator[PromiseTold]:
    """These promises as they stand after a position, each with its whole history up to there."""
    wanted = {each.offer.promise: each for each in promises}
    histories: dict[PromiseId, list[Entry]] = {name: [] for name in wanted}
    for entry in replay.entries[:at]:
        name = getattr(entry.body, "promise", None)
        if name in histories:
            histories[name].append(entry)
    everything = replay.game_at(at).promises.values()
    binding = {each.offer.replaces: each.offer.promise for each in everything if each.bound_at}
    return (_told(each, histories[name], binding.get(name)) for name, each in wanted.items())


def promises_seen(index: ReplayIndex, promises: Iterable[Promise], *, at: int) -> Iterator[PromiseSeen]:
    """The same with how each stood, as the viewer of the replay may know it."""
    then, game, ruleset = index.replay.promises.at(at), index.replay.game_at(at), index.replay.record.ruleset
    now = Letters(ruleset).now(game)
    for told in promises_told(index.replay, promises, at=at):
        lines = then.stood.get(told.promise, ())
        judged = status_of([each.status for each in lines], told.stands, over=game.closed)
        status = judged if lines or told.bound_at is None else UNREADABLE
        parts = then.promises[told.promise].parts if lines else ()
        left = (each.states[0] for each in parts if each.status == "pending")
        asks = tuple(asked for each in left for asked in still_asked(each, ruleset.vocabulary, now))
        yield PromiseSeen(**asdict(told), status=status, verdicts=lines, asks=asks)


def _told(promise: Promise, history: list[Entry], replaced_by: PromiseId | None) -> PromiseTold:
    offer: PromiseOffered = promise.offer
    return PromiseTold(
        promise=offer.promise,
        letter=offer.letter,
        language=offer.language,
        life=offer.life,
        blame=offer.blame,
        by=promise.by,
        offered_at=promise.offered_at,
        stands=promise.stands,
        obligors=offer.obligors,
        addressees=offer.addressees,
        signers=offer.signers,
        signed=_made_by(history, PromiseSigned),
        releasers=offer.releasers,
        consented=_made_by(history, PromiseConsented),
        bound_at=promise.bound_at or None,
        replaces=offer.replaces,
        replaced_by=replaced_by,
        claims=tuple(_claims(history)),
        rulings=tuple(_rulings(history)),
    )


def _made_by(history: list[Entry], kind: type[PromiseSigned | PromiseConsented]) -> tuple[SignatureTold, ...]:
    return tuple(SignatureTold(Seat(each.by), each.position) for each in history if isinstance(each.body, kind))


def _claims(history: list[Entry]) -> Iterator[ClaimTold]:
    for entry in history:
        if isinstance(entry.body, PromiseClaimed):
            made = entry.body
            answers = tuple(
                AnswerTold(each.position, Seat(each.by), each.body.says)
                for each in history
                if isinstance(each.body, PromiseAnswered) and each.body.claim == entry.position
            )
            yield ClaimTold(entry.position, Seat(entry.by), made.path, made.claims, made.about, made.says, answers)


def _rulings(history: list[Entry]) -> Iterator[RulingTold]:
    counting = {each.position for each in rulings_that_count(history)}
    for entry in history:
        if isinstance(entry.body, PromiseRuled):
            made = entry.body
            ruled = (made.path, made.value, made.blamed, made.excused, made.reason)
            yield RulingTold(entry.position, Seat(entry.by), *ruled, revised=entry.position not in counting)


PROMISE_ID: Final = r"^p[1-9][0-9]{0,5}$"


AFTER_PLACE: Final = r"^[1-9][0-9]{0,15}-[1-9][0-9]{0,5}-[a-z0-9_-]{1,32}$"


def place_of(after: str | None) -> PledgePlace | None:
    """The place in a player's promises that an address names."""
    if after is None:
        return None
    number, place, seat = after.split("-", 2)
    return int(number), int(place), seat
