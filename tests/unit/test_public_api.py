"""The public API: ``oathbook``, ``oathbook.kit`` and ``oathbook.testing``, which change only with the major version."""

import ast
import sys
from pathlib import Path
from typing import Final

import pytest

import oathbook
from oathbook import kit, testing
from oathbook.domain.recording.format.record_file import record_text
from tests.support.checkout import GOLDEN, ROOT
from tests.support.playing import sources
from tests.support.processes import ran
from tests.support.serving import Table, served
from tests.unit.api.games import BEFORE_THE_DRAW, duel
from tests.unit.api.running import oathbook as command

DUEL: Final = GOLDEN / "knights_duty" / "1" / "last-knight-standing.jsonl"
PLANS: Final = GOLDEN / "knights_duty" / "1" / "lost-third-slot.jsonl"
WORD: Final = GOLDEN / "heirless" / "e1" / "four-players-and-their-word.jsonl"
BREACH: Final = 43

API: Final = {
    "Answer", "BadRecord", "CorruptRecord", "Position", "Promise", "Promises", "Record", "Refused", "Score", "Standing",
    "Step", "UnknownEdition", "Verification", "ask", "read",
}  # fmt: skip
KIT: Final = {
    "HOLDER", "PUBLIC", "TABLE", "Add", "AnyRuleset", "Args", "Aside", "BadRecord", "BlameReadings", "Cards", "Cell",
    "Certainty", "Chance", "Clause", "Concealed", "Condition", "Consequence", "Count", "Decides", "DecisionBase",
    "Decisions", "Deck", "Designator", "Discard", "Draw", "DrawRequest", "EditForm", "Edition", "Ending", "Episode",
    "EventBase", "Fact", "FactKind", "Form", "Game", "Hand", "Hidden", "Hands", "Line", "Market", "Misfit", "Mix",
    "Move", "NotCovered", "Notation", "Occasion", "Opened", "Options", "Penalty", "Phase", "Piece", "Pile", "PlayBase",
    "Put", "Reading", "Refusal", "Requirement", "Row", "Rulebook", "Rules", "Ruleset", "Scene", "Score", "Seat",
    "SeatSetup", "Secret", "Setup", "ShortText", "Shown", "Sort", "Span", "Stack", "Standing", "StatePhrase", "Tray",
    "Unit", "Unknown", "UpperBound", "Verb", "Viewer", "Vocabulary", "WholeNumber", "WireTypes", "Working",
    "capitalise", "check_countable", "check_that", "check_unique", "display_name", "display_seat", "facts_by",
    "first_refusal", "format_count", "format_list", "grid", "hexes", "is_allowed", "kinds_of", "load_components",
    "load_rulebook", "load_samples", "load_setup", "must_be_allowed", "must_be_asked", "must_exist", "must_find",
    "must_fit", "must_happen_in", "origin_of", "plural", "with_article", "with_comparisons",
}  # fmt: skip
TESTING: Final = {
    "CheckLaws", "PromiseOutcome", "Record", "RecordSheet", "check_laws", "check_ruleset_laws", "fold_record",
    "oathbook_ruleset", "promise_outcomes", "pytest_addoption", "pytest_collect_file", "record_golden_sheet",
    "record_sheet", "visible_differences", "visible_outputs",
}  # fmt: skip


@pytest.mark.parametrize(("module", "names"), [(oathbook, API), (kit, KIT), (testing, TESTING)])
def test_the_public_names_are_these(module: object, names: set[str]) -> None:
    """A name that goes, or that comes, is a new version: docs/api.md."""
    assert set(module.__all__) == names  # type: ignore[attr-defined]  # because a module has it
    assert all(hasattr(module, name) for name in names)


def test_importing_it_imports_nothing_that_serves() -> None:
    """The control is a question, for which the rulesets are imported."""
    says = "import sys, oathbook; {}; print(*sorted({{each.partition('.')[0] for each in sys.modules}}))"
    plain, asked = (
        set(ran([sys.executable, "-c", says.format(then)], cwd=ROOT).stdout.split()) for then in ("0", "oathbook.read")
    )

    assert not {"fastapi", "uvicorn", "typer", "rich", "msgspec", "eventsourcing"} & plain
    assert {"oathbook", "msgspec"} <= asked


def test_what_rulesets_of_others_import_is_the_kit_alone() -> None:
    """What ``new-ruleset`` writes, and so the tutorial; their tests import ``oathbook.testing`` besides."""
    templates = [*(ROOT / "api" / "cli" / "new_ruleset").rglob("*.py.template")]
    found = {
        (path.name, module)
        for path in templates
        for node in ast.walk(ast.parse(path.read_text("utf-8").replace("@name@", "name")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("oathbook")
        for module in ([f"oathbook.{each.name}" for each in node.names] if node.module == "oathbook" else [node.module])
    }

    assert {module for _, module in found} == {"oathbook.kit", "oathbook.testing"}
    assert all(name.startswith("test_") for name, module in found if module == "oathbook.testing")


def test_a_record_is_read_from_a_path_from_bytes_and_from_a_url() -> None:
    read = [oathbook.read(source) for source in (DUEL, str(DUEL), DUEL.read_bytes(), f"file://{DUEL}")]

    assert {each.head for each in read} == {"8d307e94db029cc1c83ace9ef3204ab1c0c7343a5fe5e3ccc961e3db7d34c4c4"}
    assert bytes(read[0]) == DUEL.read_bytes()
    assert (read[0].edition, len(read[0]), read[0].seats) == (
        "knights_duty/1",
        82,
        {"ash": "First player", "birch": "Second player", "cedar": "Third player"},
    )


def test_a_sheet_is_read_as_it_is_imported() -> None:
    sheet = "\n".join(command("export", DUEL, "--form", "notation").text.splitlines()) + "\n"

    assert oathbook.read(sheet.encode()).at(82).standing == oathbook.read(DUEL).at(82).standing


def test_a_bundle_is_read_for_its_record(tmp_path: Path) -> None:
    with served(tmp_path / "games.db", sources("bundled")) as client:
        table = Table.imported(client, duel())
        bundle = table.ask("/bundle").content

    assert bytes(oathbook.read(bundle)) == record_text(duel())
    with pytest.raises(oathbook.Refused):
        oathbook.read(bundle[:-40])


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (b"", "it is empty"),
        (b"no record\n", "it is no Oathbook file"),
        ("nowhere.jsonl", "nowhere.jsonl: No such file or directory"),
        ("ftp+nothing://x", "ftp+nothing"),
    ],
)
def test_what_is_no_record_is_refused(source: bytes | str, says: str) -> None:
    with pytest.raises(oathbook.Refused, match=says.replace("+", r"\+")):
        oathbook.read(source)


def test_a_record_is_verified() -> None:
    changed = DUEL.read_bytes().replace(b'"drawn":["heart"]', b'"drawn":["shield"]', 1)

    assert oathbook.read(DUEL).verify().status == "sound"
    verdict = oathbook.read(changed).verify()
    assert verdict.status == "discrepancy"
    assert all(each.position and each.says for each in verdict.discrepancies)
    assert verdict.discrepancies


def test_a_position_says_what_happened_and_where_the_game_stands() -> None:
    """The breach of the showcase: Bram pays 20 Prestige."""
    at = oathbook.read(WORD).at(BREACH)

    assert "Bram deploys Bram 1 to Valley" in at.sentences
    assert {each.seat: (each.points, each.penalty) for each in at.standing.scores}["bram"] == (-18, 20)
    assert at.standing.winners == ()
    assert oathbook.read(DUEL).at(82).standing.winners == ("ash",)


def test_a_viewer_sees_no_more_than_it_saw() -> None:
    """Ash saw digests of the tokens that Birch laid; the holder of the record sees them."""
    record = oathbook.read(PLANS)
    seen, whole = (str(record.at(3, viewer=viewer).view) for viewer in ("birch", "holder"))

    assert "spear" in whole
    assert seen != whole
    assert [each.sentences for each in record.replay(viewer="public")][1] == ("First player lays 1 token face down",)


@pytest.mark.parametrize("position", [0, -1, 83])
def test_a_position_that_is_not_there_is_refused(position: int) -> None:
    with pytest.raises(oathbook.BadRecord, match=f"position {position}: the positions of this record are 1 to 82"):
        oathbook.read(DUEL).at(position)


def test_a_viewer_that_is_not_there_is_refused() -> None:
    with pytest.raises(oathbook.BadRecord, match="viewer cleo: use one of ash, birch, cedar, table, public"):
        oathbook.read(DUEL).at(3, viewer="cleo")


def test_promises_say_their_letter_verdict_price_and_proof() -> None:
    promises = oathbook.read(WORD).promises()
    broken = [each for each in promises if each.verdict == "broken"]

    assert [(each.position, dict(each.pays)) for each in broken] == [(BREACH, {"bram": 20}), (136, {"dov": 20})]
    assert promises[broken[0].name].proof[0] == f"BROKEN at position {BREACH}, by letter"
    assert len(promises) == len(promises.rows())


def test_the_rules_answer_to_a_line() -> None:
    record = oathbook.read(PLANS)
    refused = oathbook.ask(record, at=3, line="birch: plan bow, bow, bow")
    allowed = oathbook.ask(record, at=3, line="birch: plan bow, bow")

    assert (refused.answer, refused.clause) == ("refused", "KD-2.1")
    assert len(refused.alternatives) == 20
    assert oathbook.ask(record, at=3, line=f"birch: {refused.alternatives[0]}").answer == "allowed"
    assert (allowed.answer, allowed.sentences[0]) == ("allowed", "Second player lays 2 tokens face down")


def test_a_draw_is_supposed_by_its_label() -> None:
    record = oathbook.read(record_text(duel()))
    line = "ash: inspire yes"
    asked = oathbook.ask(record, at=BEFORE_THE_DRAW, line=line)

    assert (asked.answer, asked.draw) == ("depends", "strike/1/birch")
    assert oathbook.ask(record, at=BEFORE_THE_DRAW, line=line, draws={asked.draw: ["heart"]}).answer == "allowed"
    with pytest.raises(oathbook.BadRecord, match="draws: nothing asks for “tea”"):
        oathbook.ask(record, at=BEFORE_THE_DRAW, line=line, draws={asked.draw: ["heart"], "tea": ["milk"]})


@pytest.mark.parametrize("line", ["", "birch", "birch: surrender", "nobody: plan bow", "ash offer birch: x"])
def test_a_line_that_cannot_be_read_is_refused(line: str) -> None:
    with pytest.raises(oathbook.Refused, match="line"):
        oathbook.ask(oathbook.read(PLANS), at=3, line=line)


def test_a_notebook_shows_tables_and_everything_in_them_is_escaped() -> None:
    lines = command("export", DUEL, "--form", "notation").text.partition("\nrecord")[0]
    record = oathbook.read(lines.replace("First player", "<b>Ada</b>").encode() + b"\n")
    shown = record._repr_html_()  # pyright: ignore[reportPrivateUsage]  # what a notebook calls

    assert shown.startswith("<table><caption>knights_duty/1, game ")
    assert "<td>&lt;b&gt;Ada&lt;/b&gt;</td>" in shown
    assert "<b>" not in shown
    promises = oathbook.read(WORD).promises()
    table = promises._repr_html_()  # pyright: ignore[reportPrivateUsage]  # as above
    assert table.count("<tr>") == len(promises) + 1
    assert set(record.rows()[0]) >= {"seat", "player", "penalty"}


@pytest.mark.gate
def test_nothing_of_it_is_untyped(tmp_path: Path) -> None:
    """The control uses what nobody has typed."""
    use = tmp_path / "use.py"
    lines = [
        "import oathbook",
        "record = oathbook.read(b'')",
        "verdict = record.verify()",
        "found = [(each.position, each.clause, each.says) for each in verdict.discrepancies]",
        "standing = record.at(1, viewer='ash').standing",
        "rows = [*standing.rows(), *record.rows(), *record.promises().rows()]",
        "sentences = [text for step in record.replay() for text in step.sentences]",
        "promise = record.promises()['p1']",
        "pays = sum(promise.pays.values())",
        "answer = oathbook.ask(record, at=1, line='', draws={'a': ['b']}).promises",
        "view = record.at(1).view",
    ]
    use.write_text("\n".join([*lines, ""]))
    typed = ran([sys.executable, "-m", "mypy", "--strict", "--disallow-any-expr", str(use)], cwd=ROOT)
    strict = ran([sys.executable, "-m", "pyright", str(use)], cwd=ROOT)
    use.write_text("import json\nfound = json.loads('')\n")
    control = ran([sys.executable, "-m", "mypy", "--strict", "--disallow-any-expr", str(use)], cwd=ROOT)

    assert typed.stdout.startswith("Success"), typed.stdout
    assert "0 errors" in strict.stdout
    assert "Any" in control.stdout
