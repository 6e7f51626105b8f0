"""Hidden draws that a table reports, and transcripts of games that have them."""

import json
from typing import Any

import pytest

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadRecord, DrawMissing, ImpossibleDraw
from oathbook.domain.games.game_events import DrawMade
from oathbook.domain.kernel import PUBLIC, TABLE
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.notation.sheet_reader import record_from_notation
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.recording.writing.transcripts import record_from_transcript, transcript_lines
from oathbook.replays.verification import verify
from tests.handgame.played import HANDS, dealing, hand_game
from tests.handgame.ruleset import ANN, BRAM
from tests.support.playing import decide, sources

DEAL = {"kind": "deal", "by": "ann"}
HANDS_DEALT = (
    DrawReport("deal/ann", ("1", "2")),
    DrawReport("deal/bram", ("3", "4"), (BRAM,)),
    DrawReport("deal/cleo", ("5", "6")),
)
DEALT = (*HANDS_DEALT, DrawReport("turn", ("7",)), DrawReport("burn", ("8",)))


def draws_of(record: Record) -> dict[str, Any]:
    return {each.body.draw.label: each.body.draw for each in record.entries() if isinstance(each.body, DrawMade)}


def test_a_hidden_draw_stands_on_the_word_of_who_may_see_it_or_of_the_table() -> None:
    scribe = dealing(chance="witnessed")
    decide(scribe, DEAL, *DEALT)

    assert {label: draw.witnesses for label, draw in draws_of(scribe.record).items()} == {
        "deal/ann": (ANN,),
        "deal/bram": (BRAM,),
        "deal/cleo": (TABLE,),
        "turn": (ANN,),
        "burn": (TABLE,),
    }
    assert verify(scribe.record).status == "sound"


@pytest.mark.parametrize(
    ("report", "kind", "says"),
    [
        (None, DrawMissing, "“turn” is missing: take 1 from a hidden pile"),
        (DrawReport("turn", ("6",)), ImpossibleDraw, "6 cannot be 1 of a hidden pile"),
        (DrawReport("turn", ("7", "8")), ImpossibleDraw, "7, 8 cannot be 1 of a hidden pile"),
    ],
)
def test_a_draw_that_is_not_as_asked_is_refused_without_its_pile(
    report: DrawReport | None, kind: type[Exception], says: str
) -> None:
    reports = HANDS_DEALT if report is None else (*HANDS_DEALT, report)

    with pytest.raises(kind, match=says):
        decide(dealing(chance="witnessed"), DEAL, *reports)


def test_what_is_reported_of_a_hidden_draw_is_in_no_refusal() -> None:
    with pytest.raises(ImpossibleDraw, match=r"“deal/bram” is impossible: what was drawn cannot be 2 of a hidden pile"):
        decide(dealing(chance="witnessed"), DEAL, HANDS_DEALT[0], DrawReport("deal/bram", ("1", "4")))


def test_a_game_with_hidden_draws_comes_back_from_a_transcript() -> None:
    """With its outcomes, which a scribe writes in the clear: the hands are those that were dealt, digest by digest."""
    lines = list(transcript_lines(hand_game()))
    again = record_from_transcript(b"\n".join([*lines, b""]), lambda _: HANDS, sources("again"), where="told")

    assert verify(again).status == "sound"
    for label, draw in draws_of(again).items():
        assert draw.every_card() == draws_of(hand_game())[label].every_card()


def test_a_transcript_may_tell_draws_and_no_outcomes() -> None:
    lines = [json.loads(line) for line in transcript_lines(hand_game())]
    bare = [{name: value for name, value in line.items() if name != "outcome"} for line in lines]
    text = b"".join(json.dumps(line).encode() + b"\n" for line in bare)

    assert verify(record_from_transcript(text, lambda _: HANDS, sources("bare"), where="told")).status == "sound"


def test_a_draw_that_the_table_did_not_take_as_it_should_is_kept_as_it_was_told() -> None:
    """It had other cards than the deck could give, and played on; verifying finds the draw."""
    lines = [json.loads(line) for line in transcript_lines(hand_game(1))]
    lines[1]["draws"][3]["drawn"] = lines[1]["draws"][0]["drawn"][:1]
    text = b"".join(json.dumps(line).encode() + b"\n" for line in lines)

    record = record_from_transcript(text, lambda _: HANDS, sources("wrong"), where="told")

    assert [(each.position, each.kind) for each in verify(record).discrepancies][:1] == [(6, "draw")]


def test_a_transcript_needs_every_card() -> None:
    with pytest.raises(BadRecord, match="conceals some of it"):
        list(transcript_lines(record_for(hand_game(2), PUBLIC)))


def test_a_game_with_hidden_draws_comes_back_from_its_notation() -> None:
    lines = sheet_lines(hand_game())
    again = record_from_notation("\n".join(lines).encode(), lambda _: HANDS, sources("sheet"), where="sheet")

    assert again.head == hand_game().head


def test_a_sheet_says_a_hidden_draw_that_the_seed_does_not_give() -> None:
    """As of any draw: what is written there is compared with what comes."""
    text = "\n".join(sheet_lines(hand_game())).encode()
    (hand,) = (line for line in text.splitlines() if line.startswith(b"  draw deal/ann"))
    other = b"  draw deal/ann: " + b", ".join(reversed(hand.removeprefix(b"  draw deal/ann: ").split(b", ")))

    with pytest.raises(BadRecord, match="the seed of this record gives another draw"):
        record_from_notation(text.replace(hand, other), lambda _: HANDS, sources("sheet"), where="sheet")
