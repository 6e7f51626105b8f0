"""Every golden dispute has the finding that was worked out by hand, through the command that anybody can run."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from oathbook.domain.application.claims import case_of, read_claim
from oathbook.domain.disputes.claims import KINDS, OutcomeWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.remedies import correction_event
from oathbook.domain.errors import RemedyRefused
from oathbook.domain.kernel import Line, format_line
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.rulesets.registry import load_registry
from tests.golden.disputing import disputed, disputes
from tests.support.checkout import GOLDEN
from tests.support.disputing import claims_about
from tests.support.playing import Json, ruleset_of
from tests.support.sampling import some
from tests.support.tampering import Event, events_in, forged
from tests.unit.api.running import oathbook

DISPUTES = tuple(disputes())
CORRECTABLE = [
    each
    for each in DISPUTES
    if each["answer"] == "upheld" and each["claim"]["claim"] in {"decision-illegal", "outcome-wrong", "draw-wrong"}
]
EXITS = {"rejected": 0, "upheld": 1, "undetermined": 3}
GAMES = sorted({ruleset.edition.key.partition("/")[0] for ruleset in load_registry().by_key.values()})
WITHOUT = {
    **{(game, "table-wrong", "rejected"): "a sheet takes beside the rules what they do not make" for game in GAMES},
    **{(game, "table-wrong", "undetermined"): "what was done beside the rules says that itself" for game in GAMES},
    ("cube_bag", "decision-refused", "undetermined"): "nothing hidden is asked for, and every rule is there",
    ("gloomhaven_attack", "decision-illegal", "undetermined"): "no decision is hidden, and every rule of one is there",
    ("gloomhaven_attack", "decision-refused", "undetermined"): "nothing hidden is asked for, and every rule is there",
    ("knights_duty", "decision-refused", "undetermined"): "what is hidden is in the decision, which the claim tells",
}
"""Claims that no record of the game can have that answer to, and why."""
EXAMPLES = {
    "CV-1": "three spearmen attack two cavalrymen",
    "CV-2": "a shot from afar, and a recovery",
    "CV-3": "a city besieged by a corps",
    "CV-4": "the same without SIEGE TOWER",
    "GV-1": "the Scoundrel's attack on an elite guard",
    "GV-3": "Pierce",
}
"""The examples with figures that the rulebooks print, by their vectors; the other two games' print none."""
RECORDS = sorted(GOLDEN.rglob("*.jsonl"))
VECTORS = ("GV-1:", "CV-1:", "CV-2:", "CV-3:", "CV-4:", "KV-", "GV-")
PRINTED = [
    path for path in RECORDS if tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))["shows"].startswith(VECTORS)
]
"""Those that a rulebook prints, or that are worked out of one number for number."""
LONG = [each for each in RECORDS if each.stem == "three-seasons-of-four-players"]
"""Takes as long as all others together."""


def arguments(dispute: Json, folder: Path) -> list[str | Path]:
    claim = json.dumps(dispute["claim"])
    seat = ["--as", dispute["seen_by"]] if "seen_by" in dispute else []
    return ["dispute", disputed(dispute, folder), "--claim", claim, *seat]


def lines_of(working: list[Json]) -> list[str]:
    lines = [Line(**each) for each in working]
    return [format_line(each) if each.applied else f"{format_line(each)} (does not apply)" for each in lines]


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda each: each["name"])
def test_a_golden_dispute_has_the_finding_worked_out_by_hand(dispute: Json, tmp_path: Path) -> None:
    """The answer, the clause that decides, the working, and what hangs on it as far as the hand work says."""
    printed = oathbook(*arguments(dispute, tmp_path), "--json")

    finding = printed.json
    assert finding["answer"] == dispute["answer"], finding["says"]
    assert printed.code == EXITS[dispute["answer"]]
    for field in ("clause", "says", "see", "as_claimed"):
        if field in dispute:
            assert finding[field] == dispute[field]
    for field in ("missing", "materiality", "rewind"):
        for name, value in dispute.get(field, {}).items():
            assert _in(finding[field], name) == value, (field, name, finding[field])
    assert set(dispute.get("hangs_on", ())) == set(finding["readings"]["says"])
    assert set(dispute.get("not_examined", ())) <= {each["reading"] for each in finding["readings"]["not_examined"]}
    working = lines_of(finding["working"])
    assert [line for line in working if line in dispute.get("working", ())] == dispute.get("working", [])


def _in(found: Json, name: str) -> object:
    for part in name.split("."):
        found = found[part]
    return found


@pytest.mark.parametrize("dispute", CORRECTABLE, ids=lambda each: each["name"])
def test_a_correction_does_what_its_finding_says(dispute: Json, tmp_path: Path) -> None:
    """What follows instead is what the finding has, by the same draws; what ends its line stops the correction."""
    at = dispute["claim"]["at"]
    record = whole_record_from(disputed(dispute, tmp_path).read_bytes(), ruleset_of, where="disputed")
    case = case_of(record)
    finding = examine(case, read_claim(dispute["claim"], case))
    assert finding.materiality is not None

    if finding.materiality.stop is not None:
        with pytest.raises(RemedyRefused):
            correction_event(case, at, "dispute")
        return
    first = correction_event(case, at, "dispute").instead[0]

    if dispute["claim"]["claim"] == "draw-wrong":
        assert finding.derived in (first.draws or ())
    else:
        assert first.draws is None
        assert first.consequences == (() if first.struck else finding.derived)


@pytest.mark.parametrize("dispute", some(DISPUTES, 12), ids=lambda each: each["name"])
def test_a_golden_dispute_is_told_in_words(dispute: Json, tmp_path: Path) -> None:
    """The answer first; every clause of the finding with words of its own."""
    text = oathbook(*arguments(dispute, tmp_path)).text
    roster = whole_record_from(Path(arguments(dispute, tmp_path)[1]).read_bytes(), ruleset_of, where="it").opened.roster
    finding = oathbook(*arguments(dispute, tmp_path), "--json").json

    assert text.startswith(f"{dispute['answer']}: {roster.name_ids(finding['says'])}\n")
    assert finding["head"] in text
    for clause in finding["clauses"]:
        assert f"  {clause['id']} " in text


@pytest.mark.parametrize("answer", EXITS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_every_answer_to_every_kind_of_claim(game: str, kind: str, answer: str) -> None:
    """Or there is a reason why it cannot have it."""
    cell = [
        each
        for each in DISPUTES
        if each["record"].startswith(game) and (each["claim"]["claim"], each["answer"]) == (kind, answer)
    ]

    assert bool(cell) != bool(WITHOUT.get((game, kind, answer)))


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_printed_example_is_right_as_printed_and_wrong_with_another_figure(example: str) -> None:
    disputes = [each for each in DISPUTES if each.get("example") == example]

    assert {each["claim"]["claim"] for each in disputes} == {"outcome-wrong"}
    assert {each["answer"] for each in disputes} == {"rejected", "upheld"}
    assert all("change" in each for each in disputes if each["answer"] == "upheld")


# Readings -------------------------------------------------------------------------------------------------------------


@pytest.mark.gate
@pytest.mark.parametrize("game", GAMES)
def test_a_reading_is_examined_or_named_as_not_examined(game: str) -> None:
    """All that what follows rests on, in every golden record: one without a switch with the reason why it has none."""
    aside: set[str] = set()
    for path in (GOLDEN / game).rglob("*.jsonl"):
        case = case_of(golden(path))
        known = {each.id: each for each in case.ruleset.edition.rulebook.readings}
        for claim in claims_about(golden(path)):
            if not isinstance(claim, OutcomeWrong):
                continue
            finding = examine(case, claim)
            rests_on = {reading for each in finding.recorded for reading in each.readings}
            examined = {each.reading for each in finding.readings.examined}
            assert {each.reading for each in finding.readings.not_examined} == rests_on - examined
            assert all(known[each].settings for each in examined)
            for each in finding.readings.not_examined:
                assert not known[each.reading].settings or known[each.reading].asked_by
                assert each.why
                aside.add(each.reading)

    assert aside


# Golden records as they are, and with a false figure ------------------------------------------------------------------


def golden(path: Path) -> Record:
    return whole_record_from(path.read_bytes(), ruleset_of, where=path.name)


@pytest.mark.parametrize("path", some(RECORDS, 20, long=LONG), ids=lambda each: f"{each.parent.name} {each.stem}")
def test_nothing_is_wrong_with_any_event_of_a_golden_record(path: Path) -> None:
    """Whoever claims that a true outcome is wrong is told the arithmetic by which it is right."""
    record = golden(path)
    case = case_of(record)

    for claim in claims_about(record):
        finding = examine(case, claim)
        assert finding.answer == "rejected", finding.says
        if isinstance(claim, OutcomeWrong):
            assert finding.working == tuple(line for each in finding.recorded for line in each.working)


def figures(record: Record) -> list[tuple[int, int, str]]:
    """Every whole number in what followed: where its outcome stands, in which consequence, and its name."""
    return [
        (number, place, name)
        for number, event in enumerate(events_in(record_text(record)))
        if event.topic == "game.outcome/1"
        for place, consequence in enumerate(event.data["consequences"])
        for name, value in consequence["event"].items()
        if type(value) is int
    ]


def with_one_more(number: int, place: int, name: str) -> Callable[[list[Event]], None]:
    def change(events: list[Event]) -> None:
        events[number].data["consequences"][place]["event"][name] += 1

    return change


@pytest.mark.parametrize("path", some(PRINTED, 4), ids=lambda each: f"{each.parent.name} {each.stem}")
def test_a_false_figure_in_a_printed_example_is_upheld(path: Path, tmp_path: Path) -> None:
    """One more than there should be, wherever a record with that can still be followed."""
    record, false = golden(path), tmp_path / "false.jsonl"
    followed = 0
    for number, place, name in figures(record):
        false.write_bytes(record_text(forged(record, with_one_more(number, place, name))))
        claim = json.dumps({"claim": "outcome-wrong", "at": number + 1})
        printed = oathbook("dispute", false, "--claim", claim, "--json")
        followed += printed.code == 1
        assert printed.json.get("answer", "refused") in {"upheld", "refused"}, (number, place, name)

    assert followed


def test_the_printed_examples_are_among_the_golden_records() -> None:
    assert {path.stem for path in PRINTED} >= {
        "field-battle",
        "shot-from-afar",
        "siege-of-a-city",
        "city-without-the-tower",
        "printed-example",
        "pierce-example",
    }
