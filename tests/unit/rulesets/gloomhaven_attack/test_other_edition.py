"""A record of the first edition under Frosthaven: exactly the attacks that come out otherwise are reported."""

from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.games.game_events import DecisionMade
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.verification import verify
from tests.support.checkout import ROOT
from tests.unit.rulesets.gloomhaven_attack.table import FH, GH1

GOLDEN: Final = ROOT / "replays" / "golden" / "gloomhaven_attack"

# Worked out from the table of editions (digest, section 0), attack by attack of ``for-another-edition``:
# 1 is ordinary; 2 a monster without a rolling card: "a monster takes the better"; 3 the first card rolls: "draw to the
# first non-rolling card, then one more"; 4 the second rolls: "its icon is ignored; compare the two"; 5 "a character
# takes either one it likes"; 6 two cards alike are no choice; 7 Disadvantage with a rolling card: "the worse of the two
# terminal cards"; 8 without one; 9 "back to the supply once resolved"; 10 "Ward and Brittle"; 11 a token where a
# summoned monster died; 12 one that was not summoned leaves one in both; 13 as 7, but the second card rolls, and "the
# second one's rolling icon" is "ignored": the same card is the worse one, by another clause.
OTHERWISE: Final = {3: "FH-2.1", 4: "FH-2.1", 5: "FH-2.2", 7: "FH-3.1", 9: "FH-6.1", 10: "FH-1.1", 11: "FH-5.1"}

FOR_OTHER_REASONS: Final = [(13, "reasons", "FH-3.1")]


def read(path: Path) -> Record:
    return whole_record_from(path.read_bytes(), load_registry().ruleset, where=path.name)


def attack_at(record: Record, position: int) -> int:
    """The number of the attack that was under way at a position."""
    decisions = [each.body.decision for each in record.entries()[:position] if isinstance(each.body, DecisionMade)]
    return sum(type(each).__name__ == "DeclareAttack" for each in decisions)


def test_the_attacks_that_come_out_otherwise_are_reported_with_their_clauses() -> None:
    """One discrepancy for each of them, citing the clause that Frosthaven prints instead."""
    record = read(GOLDEN / "gh1" / "for-another-edition.jsonl")

    verdict = verify(record, FH)

    assert {attack_at(record, each.position): each.clause for each in verdict.discrepancies} == OTHERWISE
    assert len(verdict.discrepancies) == len(OTHERWISE)
    assert [(attack_at(record, each.position), each.kind, each.clause) for each in verdict.reasons] == FOR_OTHER_REASONS
    assert verdict.reached == len(record.events)
    assert verdict.unchecked == ()


def test_under_its_own_edition_the_record_is_sound() -> None:
    """The control."""
    assert verify(read(GOLDEN / "gh1" / "for-another-edition.jsonl")).status == "sound"


@pytest.mark.parametrize(
    "name",
    [
        "printed-example",
        "pierce-example",
        "rolling-and-double",
        "monsters-defeated",
        "characters-defeated",
        "rounds-over",
    ],
)
def test_a_record_in_which_the_editions_agree_is_sound_under_both(name: str) -> None:
    """The table of editions says nothing about these attacks."""
    first, other = (read(GOLDEN / edition / f"{name}.jsonl") for edition in ("gh1", "fh"))

    assert verify(first, FH).status == "sound"
    assert verify(other, GH1).status == "sound"


def test_a_choice_between_two_cards_is_none_in_the_first_edition() -> None:
    """The other way round: what a character chose in Frosthaven was not to be chosen before."""
    record = read(GOLDEN / "fh" / "rolling-advantage.jsonl")

    verdict = verify(record, GH1)

    kinds = {each.kind for each in verdict.discrepancies}
    assert {attack_at(record, each.position) for each in verdict.discrepancies} == {1}
    assert kinds <= {"draw", "consequence", "decision"}
