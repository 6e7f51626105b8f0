"""The life of a promise as facts: the same kinds whatever is played, for timelines, letters and disputes."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.games import game_events
from oathbook.domain.kernel import EMPTY_ROSTER, Roster, Seat
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

PROMISE_MADE: Final = FactKind("promise_made", ("promise", "to"))
"""A promise binds, now that all have signed; one fact for each addressee."""

PROMISE_BROKEN: Final = FactKind("promise_broken", ("promise", "sure"))
"""What a seat owes by a promise has failed, no matter who is to blame; ``sure`` is unknown where that is hidden."""

_RELEASED: Final = {
    (False, False): "",
    (True, False): ", which is released",
    (False, True): ", which stays broken",
    (True, True): ", which stays broken at its price; the duties of it that still run end",
}
"""What a consent comes to: whether it is the last one, and whether the promise was broken before."""

_RULED: Final[dict[game_events.Ruling, str]] = {
    "met": "is met",
    "failed": "has failed",
    "not-applicable": "does not apply",
}


def promise_fact(by: Seat, event: game_events.PromiseEvent, roster: Roster) -> Fact:
    """What happened in the life of a promise, and by whom."""
    who = roster.call(by)
    match event:
        case game_events.PromiseOffered(promise, letter, replaces=replaces):
            instead = f" in place of {replaces}" if replaces else ""
            offered: Slots = {"promise": promise, "letter": letter, "replaces": replaces or ""}
            return Fact("promise_offered", by, offered, f"{who} offers {promise}{instead}: “{letter}”")
        case game_events.PromiseSigned(promise, binds):
            binding = ", which binds from here on" if binds else ""
            return Fact(
                "promise_signed", by, {"promise": promise, "binds": int(binds)}, f"{who} signs {promise}{binding}"
            )
        case game_events.PromiseDeclined(promise):
            return Fact("promise_declined", by, {"promise": promise}, f"{who} declines {promise}")
        case game_events.PromiseWithdrawn(promise):
            return Fact("promise_withdrawn", by, {"promise": promise}, f"{who} withdraws {promise}")
        case game_events.PromiseConsented(promise, releases, broken):
            consented: Slots = {"promise": promise, "releases": int(releases)}
            said = f"{who} consents to the release of {promise}{_RELEASED[releases, broken]}"
            return Fact("promise_consented", by, consented, said)
        case game_events.PromiseClaimed() | game_events.PromiseAnswered() | game_events.PromiseRuled():
            return _judging_fact(by, event, roster)


def _judging_fact(
    by: Seat, event: game_events.PromiseClaimed | game_events.PromiseAnswered | game_events.PromiseRuled, roster: Roster
) -> Fact:
    who = roster.call(by)
    match event:
        case game_events.PromiseClaimed(promise, path, claims, about, says):
            where = f" at {', '.join(map(str, about))}" if about else ""
            said = f"{who} claims that {path} of {promise} was {claims}{where}{_quote(says)}"
            return Fact("promise_claimed", by, {"promise": promise, "path": path, "claims": claims}, said)
        case game_events.PromiseAnswered(promise, claim, says):
            said = f"{who} answers the claim at {claim} about {promise}{_quote(says)}"
            return Fact("promise_answered", by, {"promise": promise, "claim": claim}, said)
        case game_events.PromiseRuled(promise, path, value, blamed, excused, reason):
            slots = {"promise": promise, "path": path, "value": value}
            named = {"blamed": ",".join(blamed), "excused": ",".join(excused)}
            said = f"{who} rules that {path} of {promise} {_RULED[value]}{_seat_list('blamed', blamed, roster)}"
            return Fact(
                "promise_ruled",
                by,
                {**slots, **named},
                f"{said}{_seat_list('excused', excused, roster)}{_quote(reason)}",
            )


def promise_made_facts(promise: game_events.PromiseOffered) -> Iterator[Fact]:
    """Who promises something with the last signature, and to whom; what is promised to nobody by name has no ``to``."""
    for by in promise.obligors:
        for to in promise.addressees or ("",):
            told: Slots = {"promise": promise.promise, "to": to} if to else {"promise": promise.promise}
            whom = f" to {EMPTY_ROSTER.call(to)}" if to else ""
            yield Fact(PROMISE_MADE.kind, by, told, f"{EMPTY_ROSTER.call(by)} makes a promise{whom}: {promise.promise}")


def promise_broken_fact(promise: str, by: Seat, *, sure: bool) -> Fact:
    """The fact that a seat breaks a promise, or may have, as far as this reader can tell."""
    slots: Slots = {"promise": promise, "sure": 1 if sure else Unknown(0, 1)}
    return Fact(
        PROMISE_BROKEN.kind,
        by,
        slots,
        f"{EMPTY_ROSTER.call(by)}'s promise {promise} {'is' if sure else 'may be'} broken",
    )


def _quote(says: str) -> str:
    return f": “{says}”" if says else ""


def _seat_list(how: str, seats: tuple[Seat, ...], roster: Roster) -> str:
    return f", {how}: {', '.join(map(roster.call, seats))}" if seats else ""
