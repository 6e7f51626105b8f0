"""Tickets for event streams: each opens one stream, once, within a minute, and on every process of the database."""

import base64
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import pytest

from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.signing import tickets
from oathbook.api.signing.tickets import SECONDS, Ticket, Tickets
from oathbook.domain.kernel import PUBLIC, Seat, Viewer

SECRET: Final = b"s" * 32
ASH: Final = Seat("ash")
OWN: Final = Viewer("ash")
KEYS: Final = {"ash": "a" * 64, "birch": "b" * 64}
GAME: Final = "g1"
BEGAN: Final = datetime.fromisoformat("2026-01-01T00:00:00.000000Z")


class Clock:
    """A clock that can be set."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> str:
        return (BEGAN + timedelta(seconds=self.seconds)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def made(clock: Clock) -> Tickets:
    return Tickets(SECRET, clock)


def key_of(seat: Seat) -> str:
    """The digest of the key of a seat; nothing where nobody is called so."""
    return KEYS.get(seat, "")


def given(made: Tickets, seat: str = "ash", viewer: Viewer = OWN) -> str:
    """A ticket that was got with the key of a seat."""
    return made.issue(GAME, KEYS[seat], Seat(seat), viewer, 7)


def taken(made: Tickets, text: str, game: str = GAME, key_of: Callable[[Seat], str] = key_of) -> Ticket:
    """What a ticket is for."""
    return made.redeem(text, game, key_of)


def refused(made: Tickets, text: str, game: str = GAME, key_of: Callable[[Seat], str] = key_of) -> str:
    """Why a ticket opens nothing."""
    with pytest.raises(HttpProblem) as problem:
        made.redeem(text, game, key_of)
    assert problem.value.kind in {problems.NO_TICKET, problems.TOO_MANY, problems.BUSY}
    assert len(text) < 10 or text not in problem.value.detail
    return problem.value.detail


def test_a_ticket_says_what_it_is_for_and_opens_one_stream(made: Tickets) -> None:
    text = given(made, viewer=PUBLIC)

    ticket = taken(made, text)

    assert (ticket.seat, ticket.viewer, ticket.after) == (ASH, PUBLIC, 7)
    assert "it was used" in refused(made, text)
    assert taken(made, given(made)).viewer == OWN, "another one opens another"


def test_a_ticket_has_to_be_used_within_a_minute(made: Tickets, clock: Clock) -> None:
    in_time, late = given(made), given(made)

    clock.seconds = SECONDS - 0.001
    assert taken(made, in_time).seat == ASH
    clock.seconds = SECONDS
    assert "expired" in refused(made, late)
    assert "expired" in refused(made, in_time)


def test_another_game_another_key_and_another_database_take_no_ticket(made: Tickets, clock: Clock) -> None:
    text = given(made)

    for why in (
        refused(made, text, game="g2"),
        refused(made, text, key_of=lambda _: "c" * 64),
        refused(made, text, key_of=lambda _: ""),
        refused(Tickets(b"t" * 32, clock), text),
    ):
        assert "it is not valid for this game, its key" in why
    assert taken(made, text).seat == ASH, "the control: what was refused has used up nothing"


def test_every_process_on_a_database_takes_a_ticket_once(made: Tickets, clock: Clock) -> None:
    """Each knows of what it took itself, and no more."""
    other, text = Tickets(SECRET, clock), given(made)

    assert taken(other, text) == taken(made, text)
    assert "it was used" in refused(made, text)
    assert "it was used" in refused(other, text)


def test_no_ticket_outlives_the_run_that_redeemed_it(made: Tickets, clock: Clock) -> None:
    """A restart forgets what was used; what another process issues since then is redeemed."""
    used, unused, other = given(made), given(made), Tickets(SECRET, clock)
    taken(made, used)
    clock.seconds = 0.001

    restarted = Tickets(SECRET, clock)

    assert ["started again" in refused(restarted, text) for text in (used, unused)] == [True, True]
    assert taken(restarted, given(other)).seat == ASH
    assert taken(other, unused).seat == ASH, "the control: a process that goes on redeems it still"


def test_a_run_redeems_its_own_tickets_although_the_clock_was_set_back(clock: Clock) -> None:
    clock.seconds = 3_600
    made = Tickets(SECRET, clock)
    clock.seconds = 0

    assert taken(made, given(made)).seat == ASH


def test_nobody_makes_a_ticket_of_another(made: Tickets) -> None:
    """Whatever bit of it is changed; also those that base64 leaves out."""
    text = given(made)
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

    for place in range(len(raw)):
        for bit in (1, 128):
            other = bytearray(raw)
            other[place] ^= bit
            refused(made, base64.urlsafe_b64encode(bytes(other)).decode().rstrip("="))
    for other_text in ("", "x", "ticket", text[:-1], text[:43], f"{text}AAAA", f"{text}*", "\u00e9" * 44, "A" * 400):
        refused(made, other_text)
    taken(made, text)


def test_the_same_ticket_in_other_letters_is_used_as_well(made: Tickets) -> None:
    """Base64 can write the last bits of a text in several ways."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    text = given(made, viewer=PUBLIC)
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    same = [
        f"{text[:-1]}{each}"
        for each in letters
        if base64.urlsafe_b64decode(f"{text[:-1]}{each}" + "=" * (-len(text) % 4)) == raw
    ]
    assert len(same) > 1

    taken(made, same[0])

    assert {refused(made, each).partition(",")[0] for each in same} == {"ticket: it was used before"}


def test_one_key_leaves_room_for_others(made: Tickets, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tickets, "MOST_OF_A_KEY", 2)
    for _ in range(2):
        taken(made, given(made))

    too_many = given(made)
    assert "one key opens 2 streams" in refused(made, too_many)
    assert taken(made, given(made, "birch", Viewer("birch"))).seat == "birch"
    clock.seconds = SECONDS
    assert taken(made, given(made)).seat == ASH, "those that have expired count no more"


def test_what_was_used_is_remembered_in_so_much_room_and_never_forgotten_too_early(
    made: Tickets, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tickets, "MOST_USED", 3)
    used = [given(made) for _ in range(3)]
    for each in used:
        taken(made, each)

    assert "3 tickets were used" in refused(made, given(made))
    assert {"it was used" in refused(made, each) for each in used} == {True}
    clock.seconds = SECONDS
    assert taken(made, given(made)).seat == ASH


def test_nobody_finds_a_ticket_in_the_memory_of_a_process(made: Tickets) -> None:
    text = given(made)
    taken(made, text)

    kept = repr(vars(made)["_used"])

    assert text not in kept
    assert repr(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))[:32]).strip("b'") not in kept
