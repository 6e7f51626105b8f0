"""Draws from a wrong bag or pile: the result is open, with both chances, which are worked out by hand here."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from oathbook.domain.application.claims import case_of
from oathbook.domain.disputes.claims import OutcomeWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.findings import Materiality
from oathbook.domain.games import draw_odds
from oathbook.domain.games.game_events import OutcomeFollowed
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.recording.writing.transcripts import transcript_lines
from tests.support.checkout import GOLDEN
from tests.support.playing import ruleset_of
from tests.support.transcribing import imported
from tests.unit.api.running import oathbook


class WrongPile(NamedTuple):
    """A golden game in which a field of what followed from a decision has another value, by the number of its line."""

    game: str
    line: int
    field: str
    right: object
    wrong: object
    says: str
    recorded: Fraction
    corrected: Fraction


BATTLE: Final = "cube_bag/g1/field-battle"
PILES: Final = {
    # 3 of 7 green and 4 purple cubes with 2 green: 21 * 4 of 165 ways; of 6 and 4: 15 * 4 of 120.
    "7 cubes for 6": WrongPile(BATTLE, 2, "own", 6, 7, "laura deals 2 damage", Fraction(84, 165), Fraction(60, 120)),
    # The bag of 6 and 4 with a neutral cube: all purple in 4 of 165 ways; without it in 4 of 120.
    "a neutral cube": WrongPile(BATTLE, 2, "neutral", 0, 1, "laura draws 3 purple", Fraction(4, 165), Fraction(4, 120)),
    # Of four cards a bow has one heart, a spear two, a sword three; both are held against a plan that was laid.
    "bow for spear": WrongPile(
        "knights_duty/1/lost-third-slot",
        1,
        "token",
        "spear",
        "bow",
        "ash picks a heart",
        Fraction(1, 4),
        Fraction(2, 4),
    ),
    "spear for sword": WrongPile(
        "knights_duty/1/fumble-on-a-parry",
        1,
        "token",
        "sword",
        "spear",
        "ash picks a heart",
        Fraction(2, 4),
        Fraction(3, 4),
    ),
    # The Inspiration of the other Knight adds a shield, so that there are five cards.
    "spear for bow": WrongPile(
        "knights_duty/1/high-ground-recovery",
        1,
        "token",
        "bow",
        "spear",
        "birch picks a heart",
        Fraction(2, 5),
        Fraction(1, 5),
    ),
}


def played(pile: WrongPile) -> Record:
    """The game with the wrong value, after which it goes on by the rules with the decisions and draws that it has."""
    golden = whole_record_from((GOLDEN / f"{pile.game}.jsonl").read_bytes(), ruleset_of, where=pile.game)
    header, *lines = (json.loads(line) for line in transcript_lines(golden))
    (event,) = (each["event"] for each in lines[pile.line]["outcome"] if each["event"].get(pile.field) == pile.right)
    event[pile.field] = pile.wrong
    for later in lines[pile.line + 1 :]:
        del later["outcome"]
    return imported(b"".join(json.dumps(line).encode() + b"\n" for line in (header, *lines)), pile.game)


def outcome_at(pile: WrongPile, record: Record) -> int:
    outcomes = [each.position for each in record.entries() if isinstance(each.body, OutcomeFollowed)]
    return outcomes[pile.line]


def mattered(pile: WrongPile) -> Materiality:
    record = played(pile)
    matters = examine(case_of(record), OutcomeWrong(outcome_at(pile, record))).materiality
    assert matters is not None
    return matters


@pytest.mark.parametrize("name", PILES)
def test_a_draw_from_a_wrong_pile_leaves_the_result_open_with_both_chances(name: str) -> None:
    pile = PILES[name]

    matters = mattered(pile)

    assert matters.tainted is not None
    assert (matters.standing, matters.winner, matters.open_from) == ("open", "open", matters.tainted.at)
    chances = {each.says: (Fraction(each.recorded), Fraction(each.corrected)) for each in matters.tainted.chances}
    assert chances[pile.says] == (pile.recorded, pile.corrected)


def test_what_comes_true_alike_by_both_piles_is_left_out() -> None:
    """Laura draws in any case; what only the wrong bag could give has no chance by the right one."""
    matters = mattered(PILES["a neutral cube"])

    assert matters.tainted is not None
    chances = matters.tainted.chances
    apart = [abs(Fraction(each.recorded) - Fraction(each.corrected)) for each in chances]
    assert min(apart) > 0
    assert apart == sorted(apart, reverse=True)
    assert {each.corrected for each in chances if "neutral" in each.says} == {"0"}


def test_a_step_with_too_many_ways_has_no_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_odds, "MOST_ASKS", 2)

    matters = mattered(PILES["7 cubes for 6"])

    assert matters.tainted is not None
    assert (matters.tainted.chances, matters.standing) == ((), "open")


def test_a_finding_says_both_chances(tmp_path: Path) -> None:
    pile, file = PILES["7 cubes for 6"], tmp_path / "game.jsonl"
    record = played(pile)
    file.write_bytes(record_text(record))

    claim = json.dumps({"claim": "outcome-wrong", "at": outcome_at(pile, record)})
    text = oathbook("dispute", file, "--claim", claim).text

    assert "    the draw at 11 came from a wrong pile, so that what follows is open:\n" in text
    assert "      Laura deals 2 damage: 1/2 by the right pile, 28/55 by that one\n" in text
    assert "    winner: open from 11\n" in text
