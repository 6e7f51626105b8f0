"""The life of a promise as facts: the same kinds whatever is played, for timelines, letters and disputes."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.games.events import (
    PromiseAnswered,
    PromiseClaimed,
    PromiseConsented,
    PromiseDeclined,
    PromiseEvent,
    PromiseOffered,
    PromiseRuled,
    PromiseSigned,
    PromiseWithdrawn,
    Ruling,
)
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.kernel.spelling import called
from oathbook.domain.rulesets.vocabulary import Fact, FactKind, Slots, Unknown

PROMISE_KINDS: Final = (
    FactKind("promise_offered", ("promise", "letter", "replaces")),
    FactKind("promise_signed", ("promise", "binds")),
    FactKind("promise_declined", ("promise",)),
    FactKind("promise_withdrawn", ("promise",)),
    FactKind("promise_consented", ("promise", "releases")),
    FactKind("promise_claimed", ("promise", "path", "claims")),
    FactKind("promise_answered", ("promise", "claim")),
    FactKind("promise_ruled", ("promise", "path", "value", "blamed", "excused")),
)
"""``binds`` and ``releases`` are 1 where this was the last signature or consent, ``blamed`` and ``excused`` are seats
with a comma between."""

MADE: Final = FactKind("promise_made", ("promise", "to"))
"""A promise binds, now that all have signed; one fact for each addressee."""

BROKEN: Final = FactKind("promise_broken", ("promise", "sure"))
"""A seat's promise is broken, no matter who is to blame; ``sure`` is unknown where that is hidden."""

_RELEASED: Final = {
    (False, False): "",
    (True, False): ", which is released",
    (False, True): ", which stays broken",
    (True, True): ", which stays broken at its price; the duties of it that still run end",
}
"""What a consent comes to: whether it is the last one, and whether the promise was broken before."""

_RULED: Final[dict[Ruling, str]] = {"met": "is met", "failed": "has failed", "not-applicable": "does not apply"}


def fact_of(by: Seat, event: PromiseEvent) -> Fact:
    """What happened in the life of a promise, and by whom."""
    match event:
        case PromiseOffered(promise, letter, replaces=replaces):
            instead = f" in place of {replaces}" if replaces else ""
            offered: Slots = {"promise": promise, "letter": letter, "replaces": replaces or ""}
            return Fact("promise_offered", by, offered, f"{called(by)} offers {promise}{instead}: “{letter}”")
        case PromiseSigned(promise, binds):
            binding = ", which binds from here on" if binds else ""
            return Fact(
                "promise_signed",
                by,
                {"promise": promise, "binds": int(binds)},
                f"{called(by)} signs {promise}{binding}",
            )
        case PromiseDeclined(promise):
            return Fact("promise_declined", by, {"promise": promise}, f"{called(by)} declines {promise}")
        case PromiseWithdrawn(promise):
            return Fact("promise_withdrawn", by, {"promise": promise}, f"{called(by)} withdraws {promise}")
        case PromiseConsented(promise, releases, broken):
            consented: Slots = {"promise": promise, "releases": int(releases)}
            said = f"{called(by)} consents to the release of {promise}{_RELEASED[releases, broken]}"
            return Fact("promise_consented", by, consented, said)
        case PromiseClaimed() | PromiseAnswered() | PromiseRuled():
            return _of_judging(by, event)


def _of_judging(by: Seat, event: PromiseClaimed | PromiseAnswered | PromiseRuled) -> Fact:
    match event:
        case PromiseClaimed(promise, path, claims, about, says):
            where = f" at {', '.join(map(str, about))}" if about else ""
            said = f"{called(by)} claims that {path} of {promise} was {claims}{where}{_quoted(says)}"
            return Fact("promise_claimed", by, {"promise": promise, "path": path, "claims": claims}, said)
        case PromiseAnswered(promise, claim, says):
            said = f"{called(by)} answers the claim at {claim} about {promise}{_quoted(says)}"
            return Fact("promise_answered", by, {"promise": promise, "claim": claim}, said)
        case PromiseRuled(promise, path, value, blamed, excused, reason):
            slots = {"promise": promise, "path": path, "value": value}
            named = {"blamed": ",".join(blamed), "excused": ",".join(excused)}
            said = f"{called(by)} rules that {path} of {promise} {_RULED[value]}{_named('blamed', blamed)}"
            return Fact("promise_ruled", by, {**slots, **named}, f"{said}{_named('excused', excused)}{_quoted(reason)}")


def makings(promise: PromiseOffered) -> Iterator[Fact]:
    """Who promises something with the last signature, and to whom; what is promised to nobody by name has no ``to``."""
    for by in promise.obligors:
        for to in promise.addressees or ("",):
            told: Slots = {"promise": promise.promise, "to": to} if to else {"promise": promise.promise}
            whom = f" to {called(to)}" if to else ""
            yield Fact(MADE.kind, by, told, f"{called(by)} makes a promise{whom}: {promise.promise}")


def breach(promise: str, by: Seat, *, sure: bool) -> Fact:
    """The fact that a seat's promise is broken, or may be, as far as this reader can tell."""
    slots: Slots = {"promise": promise, "sure": 1 if sure else Unknown(0, 1)}
    return Fact(BROKEN.kind, by, slots, f"{called(by)}'s promise {promise} {'is' if sure else 'may be'} broken")


def _quoted(says: str) -> str:
    return f": “{says}”" if says else ""


def _named(how: str, seats: tuple[Seat, ...]) -> str:
    return f", {how}: {', '.join(map(called, seats))}" if seats else ""
