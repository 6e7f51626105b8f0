"""How a corrected line goes on where the record is not allowed on it any more, and what is said of that."""

import json
from functools import cache
from pathlib import Path
from typing import Final, NoReturn

import pytest
from msgspec.structs import replace

from oathbook.domain.application.claims import case_of
from oathbook.domain.disputes.claims import TableWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.games.fillers import FillerKind, FillerLine, Fillers
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.kernel import PUBLIC, Concealed
from oathbook.domain.recording.format.record import record_for
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from tests.support.mistakes.misplayed import misplayed
from tests.unit.api.running import oathbook

LONG: Final = "heirless/e1/three-seasons-of-four-players"
FAR: Final[dict[tuple[str, int], tuple[FillerKind, int, int]]] = {
    (LONG, 88): ("quiet", 172, 172),
    (LONG, 146): ("quiet", 9, 143),
    (LONG, 228): ("turn-given", 107, 107),
    ("heirless/e1/two-seasons-without-a-battle", 10): ("quiet", 7, 7),
    ("heirless/e1/alliance-of-two-against-bandits", 15): ("quiet", 7, 11),
    ("heirless/e1/bandits-win-ties", 10): ("quiet", 0, 7),
    ("knights_duty/1/draw-by-agreement", 6): ("quiet", 4, 4),
    ("knights_duty/1/last-knight-standing", 16): ("quiet", 21, 27),
    ("gloomhaven_attack/gh1/for-another-edition", 15): ("quiet", 19, 20),
    ("cube_bag/g1/siege-of-a-city", 6): ("quiet", 10, 10),
}
"""By golden game and the position of what nobody decided: the filler that keeps most of what comes after, and how far.

Other decisions of the same moment are left aside: what was done is one of them.
"""


@cache
def fillers(name: str, *at: int) -> Fillers:
    """What is found about a golden game in which the first of these was not decided, but done beside the rules."""
    record = misplayed(name, *at)
    deed, *_ = (each.position for each in record.entries() if isinstance(each.body, TableActed))
    matters = examine(case_of(record), TableWrong(deed)).materiality

    assert matters is not None
    assert matters.stop is not None
    assert (matters.standing, matters.winner) == ("open", "open"), "a filler settles nothing"
    assert matters.fillers is not None
    return matters.fillers


def best(found: Fillers) -> FillerLine:
    return max((each for each in found.lines if each.filler != "instead"), key=lambda each: each.kept)


@pytest.mark.parametrize(("name", "at"), FAR, ids=lambda each: str(each).rpartition("/")[2])
def test_a_finding_says_how_far_each_filler_goes(name: str, at: int) -> None:
    found = fillers(name, at)

    assert (best(found).filler, best(found).kept, best(found).of) == FAR[name, at]
    for each in found.lines:
        assert 0 <= each.kept <= each.of
        assert (each.lost is None) == (each.kept == each.of), each


def test_six_of_ten_misplays_keep_nine_decisions_of_ten() -> None:
    assert sum(10 * best(fillers(*each)).kept >= 9 * best(fillers(*each)).of for each in FAR) == 6


def test_results_count_the_lines_that_keep_half_of_the_decisions() -> None:
    """Two of five lines: a quiet turn loses its way in the Battle, one target has it come to the same end."""
    found = fillers("heirless/e1/alliance-of-two-against-bandits", 15)

    followed = [each for each in found.lines if each.is_followed]
    assert 0 < len(followed) < len(found.lines)
    assert sum(each.lines for each in found.results) == len(followed)
    for result in found.results:
        kept = [each.kept for each in followed if (each.standing.ending is None) == (result.winners is None)]
        assert min(kept) <= result.least_kept <= result.most_kept <= max(kept)


def test_scores_are_intervals_over_the_lines_that_were_followed() -> None:
    found = fillers("heirless/e1/two-seasons-without-a-battle", 10)

    followed = [each.standing.scores for each in found.lines if each.is_followed]
    for number, score in enumerate(found.scores):
        points = [scores[number].points for scores in followed]
        assert (score.least, score.most) == (min(points), max(points))
    assert {each.seat for each in found.scores} == {"ash", "birch", "cedar"}


def test_a_second_deed_beside_the_rules_happens_again_where_it_fits() -> None:
    """It is no decision, and is not counted; what comes after it is kept as if it had been one."""
    one, two = (fillers("heirless/e1/two-seasons-without-a-battle", *at) for at in ((10,), (10, 14)))

    assert (best(two).kept, best(two).of) == (best(one).kept - 1, best(one).of - 1)


def test_the_turn_alone_does_not_allow_what_is_refused_for_another_reason() -> None:
    """Workers are missing for what was done next."""
    *_, left_out, given = fillers("heirless/e1/workplace-traded-in-use", 8).lines

    assert (left_out.filler, given.filler) == ("left-out", "turn-given")
    assert given.lost == left_out.lost


def test_what_the_rules_are_asked_is_bounded() -> None:
    """Turns of a long game, where each of sixteen decisions could be played on for hundreds more."""
    found = fillers(LONG, 10)

    assert not found.complete
    assert found.lines[0].filler == "quiet"
    assert len(found.lines) < 18
    assert fillers("heirless/e1/two-seasons-without-a-battle", 10).complete


def test_what_a_reader_cannot_see_is_not_guessed() -> None:
    """Where the options of a seat are concealed from a reader, there are no other decisions to try."""
    record = record_for(misplayed("knights_duty/1/draw-by-agreement", 10), PUBLIC)
    case = case_of(record)

    def conceal(*_: object) -> NoReturn:
        raise Concealed("")

    (deed,) = (each.position for each in record.entries() if isinstance(each.body, TableActed))
    concealing = replace(case, ruleset=replace(KNIGHTS_DUTY, options=conceal))
    matters = examine(concealing, TableWrong(deed)).materiality

    assert matters is not None
    assert matters.fillers is not None
    assert {each.filler for each in matters.fillers.lines} == {"quiet", "left-out"}


def test_a_finding_tells_it_in_words(tmp_path: Path) -> None:
    """Who wins in how many lines, with the decisions kept beside it; what cannot be followed, and from where."""
    record, file = misplayed("heirless/e1/alliance-of-two-against-bandits", 15), tmp_path / "game.jsonl"
    file.write_bytes(record_text(record))

    text = oathbook("dispute", file, "--claim", json.dumps({"claim": "table-wrong", "at": 15})).text

    assert "  it could go on from 16 in 5 ways; 3 can be followed:\n" in text
    assert "    not over in 2 of 3, 7 of 11 decisions kept\n" in text
    assert "    quietly: kept 7 of 11, 1 put in\n" in text
    assert "    without what is refused: cannot be followed from position 16, 1 of 11 kept\n" in text
