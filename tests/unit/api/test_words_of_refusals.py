"""Refusals are read by players: no JSON, no quotation marks of a program, no regular expression, no name of a type."""

import random
import re
from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.errors import Refused
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.line_reader import LineFault, read_line
from oathbook.domain.recording.notation.sheet_faults import read_sheet
from oathbook.domain.recording.notation.sheet_reader import record_from_notation
from tests.support.playing import ruleset_of, sources
from tests.support.transcribing import DUEL, EVENING
from tests.unit.api.games import duel
from tests.unit.api.running import kept, oathbook

SHEETS: Final = (
    EVENING,
    DUEL + "ash: plan bow\nbirch: plan shield\nash: point at birch\n  draw shield seen by birch\n",
)
PROGRAM_WORDS: Final = re.compile(
    r"""(?x) (?<!\w)'[^'\s]*'(?!\w)   # quotation marks of Python
    | `\$ | Expected\ ` | Object\ (?:contains|missing) | Invalid\ enum   # what msgspec says
    | matching\ regex | \[\^ | \\[wds]\b | \(\?   # regular expressions
    | [{\[]"\w+": | \bNone\b | \bTrue\b | <class | \bStruct\b"""
)


def spoilt(line: str, rng: random.Random) -> str:
    """A line with a slip in a word: letters left out, doubled or moved, another word, a number, nothing."""
    words = line.split(" ")
    at = rng.randrange(len(words))
    letters = words[at]
    cut = rng.randrange(len(letters)) if letters else 0
    left_out, doubled = letters[:cut] + letters[cut + 1 :], letters[:cut] + letters[cut : cut + 1] + letters[cut:]
    words[at] = rng.choice((left_out, doubled, letters[cut:] + letters[:cut], rng.choice(words), "", "12"))
    return " ".join(words)


def test_what_a_spoilt_sheet_is_refused_with_is_in_words_of_players() -> None:
    """Several slips a sheet: what each line, the setup and the rules refuse."""
    rng, said = random.Random(40), list[str]()  # noqa: S311  # slips
    for number in range(30):
        lines = SHEETS[number % 2].splitlines()
        for at in rng.sample(range(1, len(lines)), 1 + number % 4):
            lines[at] = lines[at] if lines[at].startswith("start") else spoilt(lines[at], rng)
        try:
            read_sheet("\n".join(lines).encode(), ruleset_of, sources(f"slip {number}"), where="t.txt")
        except Refused as refused:
            said += str(refused).splitlines()

    assert len(said) >= 40
    assert [each for each in said if PROGRAM_WORDS.search(each)] == []


def test_what_a_spoilt_line_is_refused_with_is_in_words_of_players() -> None:
    rng, said = random.Random(41), list[str]()  # noqa: S311  # slips
    for text in SHEETS:
        record = record_from_notation(text.encode(), ruleset_of, sources("lines"), where="t.txt")
        notation = GameNotation(record.ruleset, record.opened.setup())
        lines = [each for each in text.splitlines() if re.match(r"\w+: \w", each)]
        for _ in range(400):
            found = read_line(notation, spoilt(rng.choice(lines), rng))
            if isinstance(found, LineFault):
                said.append("; ".join((found.says, *found.near, *(each.text for each in found.could))))

    assert len(said) >= 420
    assert [each for each in said if PROGRAM_WORDS.search(each)] == []


COMMANDS: Final[tuple[tuple[str, ...], ...]] = (
    *(("options", "RECORD", "--as", seat) for seat in ("oak", "", "Ash!")),
    *(("replay", "RECORD", "--as", seat) for seat in ("oak", "nobody")),
    *(("replay", "RECORD", "--at", at) for at in ("0", "99")),
    *(("ask", "RECORD", "--at", at, "--decision", "ash: plan bow") for at in ("0", "99")),
    *(
        ("ask", "RECORD", "--at", "1", "--decision", line)
        for line in ("plan bow", "oak: plan bow", "ash: pln bow", "ash: plan bwo")
    ),
    *(
        ("dispute", "RECORD", "--claim", line)
        for line in (
            "unfair",
            "outcom-wrong at 12",
            "outcome-wrong at 99",
            "outcome-wrong at 2",
            "standing at 14, KD-99",
            "promise p1",
            "decision-refused at 1",
            "decision-refused at 2: ash: plan bow",
            "decision-refused at 1: oak: plan bow",
            '{"claim":"standing"}',
            '{"claim":"standing","at":"five"}',
            '{"claim":"standing","at":-1}',
            '{"claim":"standing","at":1,"x":2}',
        )
    ),
    *(("verify", "RECORD", "--edition", key) for key in ("knights_duty", "chess", "knights_duty/9")),
    *(("export", "RECORD", "--as", seat) for seat in ("oak",)),
    ("verify", "nowhere.jsonl"),
    ("replay", "nowhere.jsonl"),
    ("import", "nowhere.notation"),
    ("rulesets", "chess"),
    ("rulesets", "knights_duty"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_a_command_is_refused_with_is_in_words_of_players(command: tuple[str, ...], tmp_path: Path) -> None:
    record = str(kept(duel(), tmp_path / "duel.jsonl"))

    printed = oathbook(*(record if each == "RECORD" else each for each in command))

    assert printed.code == 2
    assert not PROGRAM_WORDS.search(printed.err.replace(str(tmp_path), "")), printed.err


@pytest.mark.parametrize(
    ("command", "near"),
    [
        (("rulesets", "knights_duty"), "knights_duty/1"),
        (("verify", "RECORD", "--edition", "knights_duty"), "knights_duty/1"),
        (("dispute", "RECORD", "--claim", "outcom-wrong at 12"), "did you mean outcome-wrong?"),
        (("dispute", "RECORD", "--claim", "standing at 14, KD-8.22"), "did you mean KD-8.2"),
        (("ask", "RECORD", "--at", "1", "--decision", "ash: pln bow"), "plan"),
    ],
    ids=" ".join,
)
def test_what_was_meant_is_offered(command: tuple[str, ...], near: str, tmp_path: Path) -> None:
    record = str(kept(duel(), tmp_path / "duel.jsonl"))

    assert near in oathbook(*(record if each == "RECORD" else each for each in command)).err
