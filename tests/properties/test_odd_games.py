"""Tables that played something odd: it is recorded or refused, judged and replayed, and nothing ever crashes.

An outcome is stored as given, right or wrong, as long as it fits the state (docs/record-format.md 11).
So a state may come about
to which no rule leads, and the rules are asked about it all the same (law 2; section 10: nothing that a client sends
may end in a fault).
"""

import json
from copy import deepcopy
from functools import cache
from typing import Final, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oathbook.domain.application.claims import case_of
from oathbook.domain.chance.witnessed_chance import WitnessedChance
from oathbook.domain.disputes.claims import StandingWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.decision_results import try_decision
from oathbook.domain.kernel import HOLDER, PUBLIC, Seat
from oathbook.domain.kernel.limits import Count
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.rulesets.knights_duty.model.components import Clan, Space
from oathbook.domain.rulesets.knights_duty.model.events import Event
from oathbook.replays.frames import Replay
from oathbook.replays.transcript import transcript as text_of
from oathbook.replays.verification import verify
from tests.support.disputing import claims_about
from tests.support.playing import CLOSE, FAR, RULESET, Json, whole_game
from tests.support.transcribing import BOW, HEADER, SETUP, imported, lines_of, transcript
from tests.support.transcribing import given as derived
from tests.support.values import Likely, values_of

LIKELY: Final[Likely] = {
    Seat: st.sampled_from([Seat("ash"), Seat("birch"), Seat("oak")]),
    Space: st.sampled_from(["1,0", "0,1", "0,0", "2,0", "4,0", "99,99"]),
    Clan: st.sampled_from(["red", "blue", "pink"]),
    Count: st.integers(0, 3),
}
EVENTS = st.one_of([values_of(kind, LIKELY) for kind in get_args(Event)])
OFF: Final[Json] = {"event": {"kind": "knight_removed", "seat": "ash", "space": "1,0"}}


def asked_everything(record: Record) -> int:
    """Verify it, dispute it, replay it for everybody, and ask the rules for every option it leaves; how many."""
    verify(record)
    case = case_of(record)
    for claim in (*claims_about(record), StandingWrong(len(record.events))):
        assert examine(case, claim).answer
    for viewer in (HOLDER, PUBLIC, Seat("ash")):
        assert list(text_of(Replay(record, viewer)))
    state = fold_record(record).state
    listed = [option for seat in ("ash", "birch") for option in RULESET.options(state, Seat(seat)).listed]
    for option in listed[:20]:
        assert try_decision(RULESET, state, option, WitnessedChance(())).kind
    return len(listed)


def refusal_of(text: bytes) -> str:
    """What an import says that refuses this; or nothing, once everything has been asked about what it recorded."""
    try:
        record = imported(text)
    except BadRecord as refused:
        return str(refused)
    asked_everything(record)
    return ""


def slots(*tokens: str) -> tuple[Json, Json]:
    """Both lay the same plan."""
    ash, birch = ({"by": seat, "decision": {"kind": "lay_plan", "slots": list(tokens)}} for seat in ("ash", "birch"))
    return ash, birch


def with_more(steps: list[Json], *more: Json) -> list[Json]:
    """The steps with more consequences at the end of the last outcome."""
    told = deepcopy(steps)
    told[-1]["outcome"] += more
    return told


def test_a_knight_that_leaves_the_board_before_it_moves_can_be_clarifying_question() -> None:
    """It is still a mover; where can it go from nowhere? The table has taken it off in the middle of a slot."""
    refusal = refusal_of(transcript(*with_more(derived(*slots("movement")), OFF)))

    assert refusal == "" or refusal.startswith("t.jsonl: line ")


@pytest.mark.parametrize("more", [{}, {"outcome": []}], ids=["derived", "told"])
def test_a_knight_that_leaves_the_board_after_it_chose_its_way_can_be_decided_on(more: Json) -> None:
    """The last mover's choice shows all of them, that of the one who is gone among them."""
    ash, birch = ({"by": seat, "decision": {"kind": "move", "to": "0,0"}} for seat in ("ash", "birch"))
    told = with_more(derived(*slots("movement"), ash), OFF)

    refusal = refusal_of(transcript(*told, {**birch, **more}))

    assert refusal == "" or refusal.startswith("t.jsonl: line ")


@pytest.mark.parametrize("more", [{}, {"outcome": []}], ids=["derived", "told"])
def test_an_attacker_that_leaves_the_board_before_it_points_can_be_decided_on(more: Json) -> None:
    """Whether a diagonal matters is asked of everybody who attacks."""
    told = with_more(derived(*slots("bow")), OFF)
    pointing = {"by": "birch", "decision": {"kind": "declare_target", "target": None}}

    refusal = refusal_of(transcript(*told, {**pointing, **more}))

    assert refusal == "" or refusal.startswith("t.jsonl: line ")


def test_a_token_that_is_turned_over_twice_makes_no_second_attack_that_crashes() -> None:
    """The proof is the rules' own, so the second reveal can be stored, unless it does not fit."""
    told = derived(*slots("bow"))
    outcome = told[-1]["outcome"]
    shown = next(each for each in outcome if each["event"]["kind"] == "token_revealed")
    outcome.insert(outcome.index(shown), deepcopy(shown))

    refusal = refusal_of(transcript(*told))

    assert refusal == "" or refusal.startswith("t.jsonl: line ")


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "step_began", "step": "movement", "seats": []},
        {"kind": "order_asked", "seats": []},
        {"kind": "targets_reopened", "seats": []},
        {"kind": "clash_found", "space": "0,0", "seats": []},
        {"kind": "match_ended", "outcome": "victory", "winners": []},
        {"kind": "knights_moved", "moves": []},
        {"kind": "moves_shown", "moves": []},
    ],
    ids=lambda event: str(event["kind"]),
)
def test_an_event_that_names_nobody_can_be_said(event: Json) -> None:
    """A sentence about nobody is a sentence, or the event does not fit."""
    refusal = refusal_of(transcript(*with_more(derived(BOW), {"event": event})))

    assert refusal == "" or refusal.startswith("t.jsonl: line ")


@cache
def played(number: int) -> tuple[Json, list[Json]]:
    """Header and steps of a game that a table told rightly."""
    game = whole_game(CLOSE if number else FAR, f"odd {number}", chance="witnessed")
    header, *steps = lines_of(game)
    return header, steps[:40]


@pytest.mark.slow
@settings(max_examples=2_000, deadline=None)
@given(st.integers(0, 4), st.integers(0, 39), st.lists(EVENTS, min_size=1, max_size=3), st.integers(0, 99))
def test_whatever_a_table_says_that_followed_is_recorded_or_refused(
    number: int, step: int, odd: list[object], place: int
) -> None:
    """Any events of the ruleset at any place of any outcome, and then the game as it went on."""
    header, steps = played(number)
    told = deepcopy(steps[: step + 3])
    outcome = told[min(step, len(told) - 1)]["outcome"]
    outcome[place % (len(outcome) + 1) : 0] = [{"event": json.loads(value_text(event))} for event in odd]

    refusal = refusal_of(transcript(*told, header=header))

    assert refusal == "" or refusal.startswith("t.jsonl: line ")


def test_the_header_of_these_games_is_one_that_is_imported() -> None:
    """The control: told rightly, the same games are sound."""
    header, steps = played(1)

    assert verify(imported(transcript(*steps, header=header))).discrepancies == ()
    assert imported(transcript(BOW)).opened.edition == HEADER["edition"]
    assert SETUP["components"]
