"""The games of ``examples/``: each is one short file, keeps the laws, and has a golden game."""

import ast
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from oathbook.api.schemas.json_schemas import ruleset_schema
from oathbook.domain.chance.witnessed_chance import WitnessedChance
from oathbook.domain.games.game_events import DecisionMade, Entry
from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.recording.format.record import fold_record
from oathbook.domain.rulesets.protocol import Options
from oathbook.replays.laws import LawBroken
from oathbook.replays.testing.checks import PromiseOutcome, check_ruleset_laws, promise_outcomes
from oathbook.replays.testing.golden import accept_golden_sheet, golden_sheet_problem, record_golden_sheet
from tests.examples.loading import EXAMPLES, example, loaded

ANN = Seat("ann")
GAMES = ("smugglers", "noughts_and_crosses", "hints", "passing", "lookouts")
LINES = {"smugglers": 150, "noughts_and_crosses": 45, "hints": 130, "passing": 130, "lookouts": 115}
FEW, MANY = 4, 10


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_one_short_file_that_imports_the_kit_alone(name: str) -> None:
    """The formatter has laid it out: ``make format-check``."""
    source = (EXAMPLES / f"{name}.py").read_text("utf-8")
    imports = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Import | ast.ImportFrom)]

    assert len(source.splitlines()) <= LINES[name]
    assert [getattr(each, "module", "") for each in imports] == ["oathbook.kit"]


def test_noughts_and_crosses_imports_few_names() -> None:
    tree = ast.parse((EXAMPLES / "noughts_and_crosses.py").read_text("utf-8"))
    names = [name.name for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) for name in each.names]

    assert 0 < len(names) <= 17


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_what_its_sheet_makes(name: str) -> None:
    assert golden_sheet_problem(EXAMPLES / f"{name}.notation", example(name).RULESET) == ""


def test_another_sheet_does_not_make_the_golden_game(tmp_path: Path) -> None:
    rules = example("noughts_and_crosses").RULESET
    text = (EXAMPLES / "noughts_and_crosses.notation").read_text("utf-8")
    sheet = tmp_path / "other.notation"
    sheet.write_text(text, "utf-8")
    accept_golden_sheet(sheet, rules)
    sheet.write_text(text.replace("ann: mark c1", "ann: mark c2"), "utf-8")

    assert "is not what the sheet makes any more" in golden_sheet_problem(sheet, rules)


def test_promises_of_the_golden_games_are_kept_and_broken() -> None:
    outcomes = {
        name: promise_outcomes(record_golden_sheet(EXAMPLES / f"{name}.notation", example(name).RULESET))
        for name in GAMES
    }

    assert outcomes == {
        "smugglers": {"p1": PromiseOutcome("kept"), "p2": PromiseOutcome("broken", {"bram": 2})},
        "noughts_and_crosses": {"p1": PromiseOutcome("broken")},
        "hints": {"p1": PromiseOutcome("kept")},
        "passing": {"p1": PromiseOutcome("broken")},
        "lookouts": {"p1": PromiseOutcome("kept")},
    }


@pytest.mark.parametrize("name", GAMES)
def test_random_games_keep_every_law(name: str) -> None:
    assert check_ruleset_laws(example(name).RULESET, FEW).counts["events"]


@pytest.mark.gate
@pytest.mark.parametrize("first", range(0, 4 * MANY, MANY))
@pytest.mark.parametrize("name", GAMES)
def test_many_random_games_keep_every_law(name: str, first: int) -> None:
    assert check_ruleset_laws(example(name).RULESET, MANY, first).counts["events"]


@pytest.mark.gate
@pytest.mark.parametrize(
    ("name", "unreached"), [("smugglers", ()), ("noughts_and_crosses", ()), ("passing", ("suit",))]
)
def test_random_games_reach_every_event_refusal_clause_and_ending(name: str, unreached: tuple[str, ...]) -> None:
    """A random player of passing never thinks of a card that nobody has played; of hints, none gets far enough."""
    missing = dict(check_ruleset_laws(example(name).RULESET, MANY).missing)

    assert set(missing.pop("refusals", ())) <= set(unreached)
    assert missing == {}


def test_who_can_follow_suit_has_to() -> None:
    """At 29 Cleo has led hearts; the control is a card that may be played."""
    module = example("passing")
    record = record_golden_sheet(EXAMPLES / "passing.notation", module.RULESET)
    state = fold_record(record, at=29).state
    refusal, other = (module.RULESET.refusal(state, module.play(ANN, card)) for card in ("spades-1", "hearts-4"))

    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.says) == ("suit", "P-3", "Ann can play hearts")
    assert other is None


def hands_passed(salt: str) -> list[list[str]]:
    """The hands of the golden game of passing as they are passed, if the first cards had been dealt under this salt."""
    module = example("passing")
    record = record_golden_sheet(EXAMPLES / "passing.notation", module.RULESET)
    entries = list(record.entries())
    last = next(each for each in reversed(entries) if module.Passed in map(type, _events(each)))
    before = fold_record(record, at=last.position - 1)
    hand = {seat: tuple(_salted(card, salt) for card in cards) for seat, cards in before.state.hand.items()}
    decision = next(
        each.body.decision for each in reversed(entries[: last.position]) if isinstance(each.body, DecisionMade)
    )
    given = module.RULESET.decide(replace(before.state, hand=hand), decision, WitnessedChance(()))
    passed = (each.event for each in given if isinstance(each.event, module.Passed))
    return [[card.look() for card in each.cards] for event in passed for each in event.hands]


def _events(entry: Entry) -> list[object]:
    return [each.event for each in getattr(entry.body, "consequences", ())]


def _salted(card: Hidden[str], salt: str) -> Hidden[str]:
    return Hidden(card.to, known=(card.look(),), salt=salt, digest=card.digest)


def test_the_order_of_mixed_hands_depends_on_salts_alone() -> None:
    """In the order of their names, the control, a card that is turned up would tell of the others."""
    orders = [hands_passed(salt) for salt in ("1" * 32, "1" * 32, "2" * 32)]
    in_alphabetical_order = [[sorted(each) for each in hands] for hands in orders]

    assert orders[0] == orders[1] != orders[2]
    assert in_alphabetical_order[0] == in_alphabetical_order[2]


def test_the_schema_of_an_edition_names_the_digest_that_freezes_it(tmp_path: Path) -> None:
    """With another digest, the control, the file is not loaded."""
    digest = ruleset_schema(example("smugglers").RULESET)["digest"]
    ruleset = "RULESET = g.rules("

    assert planted(tmp_path, (ruleset, f'g.frozen("{digest}")\n{ruleset}')).edition.status == "frozen"
    with pytest.raises(ValueError, match=digest):
        planted(tmp_path, (ruleset, f'g.frozen("{digest[::-1]}")\n{ruleset}'))


# Faults that are planted --------------------------------------------------------------------------------------------


def planted(tmp_path: Path, *changes: tuple[str, str]) -> Any:  # noqa: ANN401  # its types are made when it is loaded
    """Smugglers with something else in its file."""
    source = (EXAMPLES / "smugglers.py").read_text("utf-8")
    for before, after in changes:
        assert source.count(before) == 1, before
        source = source.replace(before, after)
    file = tmp_path / f"planted_{sha256(source.encode()).hexdigest()}.py"  # bytecode of another text may be as old
    file.write_text(source, "utf-8")
    return loaded(file).RULESET


def law_broken_by(rules: Any, games: int = 25) -> LawBroken:  # noqa: ANN401  # as above
    """What is found in random games."""
    with pytest.raises(LawBroken) as broken:
        check_ruleset_laws(rules, games)
    return broken.value


@pytest.mark.parametrize("undeclared", ['tells=("hands",), ', '    tells=("has",),\n'])
def test_what_is_told_and_not_declared_breaks_law_5(tmp_path: Path, undeclared: str) -> None:
    """That it keeps the law where it is declared, ``test_random_games_keep_every_law`` says."""
    rules = planted(tmp_path, (undeclared, ""))

    assert len(rules.disclosures) == 1
    assert law_broken_by(rules).law == 5


LANDING = "    yield Landed(by, t.open(hand, by, card), value.total), value\n"
ANSWER = "    yield Answered(by, to, goods, goods in t.held(hand, to))\n"


@pytest.mark.parametrize(
    ("after", "leak"),
    [
        (LANDING, 'any("silk" in t.held(hand, each) for each in t.seats if each != by)'),
        (ANSWER, "t.held(hand, to).count(goods) > 1"),
    ],
)
def test_what_is_told_beside_what_is_declared_breaks_law_5(tmp_path: Path, after: str, leak: str) -> None:
    """That somebody holds silk, and that somebody holds two of what was asked for."""
    rules = planted(tmp_path, (after, f"{after}    if {leak}:\n        yield Paid(by, 0, by)\n"))

    assert law_broken_by(rules).law == 5


def test_a_card_handed_on_under_its_old_digest_breaks_law_5(tmp_path: Path) -> None:
    """By its digest everybody can tell which of the hidden cards it is."""
    mixed = "    yield Slipped(by, to, t.mix(hand, by, to, card.look()))\n"
    old = """    mine, theirs = t.mix(hand, by, to, card.look())
    given = next(each for each in t.hand[by] if each.look() == card.look()).with_audience((to,))
    yield Slipped(by, to, (mine, type(theirs)(to, (*t.hand[to], given))))
"""

    assert law_broken_by(planted(tmp_path, (mixed, old))).law == 5


def test_options_that_depend_on_another_hand_break_law_5() -> None:
    """A reader who may not see the hand of another is told whether that player could be asked."""
    module = example("smugglers")

    def open_alone(state: Any, seat: Any) -> Options[Any]:  # noqa: ANN401  # as above
        found = module.RULESET.options(state, seat)
        listed = (each for each in found.listed if not isinstance(each, module.ask) or _is_open(state.hand[each.to]))
        return Options(tuple(listed), found.complete)

    broken = law_broken_by(replace(module.RULESET, options=open_alone))

    assert broken.law == 5
    assert "depend on what it may not see" in str(broken)


def _is_open(hand: Any) -> bool:  # noqa: ANN401  # as above
    return all(card.is_open for card in hand)


def test_a_bare_yield_that_is_missing_is_found(tmp_path: Path) -> None:
    rules = planted(tmp_path, ("    yield\n    yield Slipped(", "    yield Slipped("))

    assert "hangs on the hand of" in str(law_broken_by(rules))


@pytest.mark.parametrize("begins", ["    yield\n", "    yield Paid(by, 0, by)\n"])
def test_a_requirement_that_comes_late_breaks_law_1(tmp_path: Path, begins: str) -> None:
    late = '    yield t.must(t.coins[by] > 0, "no-coins", f"{display_seat(by)} has no coin", coins=t.coins[by])\n'
    rules = planted(tmp_path, (f"{late}    yield\n", f"{begins}{late}"))

    broken = law_broken_by(rules)

    assert broken.law == 1
    assert "Ask(" in str(broken)
