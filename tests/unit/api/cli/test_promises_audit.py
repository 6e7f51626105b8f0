"""``oathbook promises audit``: which promises of a record were kept, and the exit code that says so."""

from pathlib import Path

import pytest

from oathbook.domain.recording.format.record import Record
from tests.support.playing import order_and_strike
from tests.support.promises.promising import POINTING, RULED, Bargain, broken_game, promising_game
from tests.unit.api.running import kept, oathbook

PLAIN = 'ash promises birch in plain words "be friendly" judged by the table.'


def claimed(*, ruling: str | None) -> Record:
    """A promise in plain words that somebody claims about, ruled on or not."""
    bargain = Bargain(order_and_strike())
    promise = bargain.bound(PLAIN)
    bargain.does("birch", "claim", promise=promise, path="c1", claims="breached", says="He laughed.")
    if ruling is not None:
        blamed = ["ash"] if ruling == "failed" else []
        bargain.does("table", "rule", promise=promise, **{**RULED, "value": ruling, "blamed": blamed})
    return bargain.scribe.record


@pytest.mark.parametrize(("ruling", "code"), [("met", 0), ("failed", 1), (None, 3)])
def test_the_exit_code_says_whether_one_is_broken_or_left_to_a_judge(
    ruling: str | None, code: int, tmp_path: Path
) -> None:
    file = kept(claimed(ruling=ruling), tmp_path / "game.jsonl")

    assert oathbook("promises", "audit", str(file)).code == code
    assert oathbook("promises", "audit", str(file), "--json").code == code


def test_a_line_a_promise_says_how_it_stands(tmp_path: Path) -> None:
    file = kept(promising_game(), tmp_path / "game.jsonl")

    printed = oathbook("promises", "audit", str(file))

    heads = [each.split(maxsplit=2)[:2] for each in printed.text.splitlines() if not each.startswith(" ")]
    assert heads == [["p1", "void"], ["p2", "void"], ["p3", "void"], ["p4", "void"], ["p5", "kept"], ["p6", "released"]]


def test_a_game_without_promises_says_so(tmp_path: Path) -> None:
    file = kept(order_and_strike().record, tmp_path / "game.jsonl")

    printed = oathbook("promises", "audit", str(file))

    assert (printed.code, printed.text) == (0, "nothing was promised\n")


def test_a_promise_is_explained_to_the_last_line_that_says_who_pays(tmp_path: Path) -> None:
    file = kept(claimed(ruling="failed"), tmp_path / "game.jsonl")

    printed = oathbook("promises", "audit", str(file), "--explain", "p1")

    lines = printed.text.splitlines()
    assert lines[0] == f"p1 broken {PLAIN}"
    assert lines[-1] == "  Player 1 is to blame, which costs nothing here: clause 1: a ruling names Player 1."


def test_a_breach_names_what_could_have_been_decided_instead(tmp_path: Path) -> None:
    file = kept(broken_game(), tmp_path / "game.jsonl")

    printed = oathbook("promises", "audit", str(file), "--json")

    assert printed.code == 1
    first, second = printed.json["promises"]
    assert (first["letter"], first["status"], second["status"]) == (POINTING, "broken", "pending")
    (answer,) = first["parts"][0]["answers"]
    (put_in,) = answer["line"]["puts_in"]
    assert (answer["seat"], answer["step"], answer["pays"]) == ("birch", "could", True)
    assert put_in["decisions"] == [{"by": "birch", "kind": "declare_target", "target": None}]


def test_who_may_see_less_is_told_what_follows_from_that(tmp_path: Path) -> None:
    file = kept(broken_game(), tmp_path / "game.jsonl")

    seen = [oathbook("promises", "audit", str(file), "--json", "--as", each) for each in ("ash", "birch", "public")]

    assert [each.code for each in seen] == [1, 1, 1]
    assert [each.json["viewer"] for each in seen] == ["ash", "birch", "public"]


def test_json_has_proof_blame_and_text(tmp_path: Path) -> None:
    file = kept(claimed(ruling="failed"), tmp_path / "game.jsonl")

    printed = oathbook("promises", "audit", str(file), "--json", "--explain", "p1")

    assert [each["promise"] for each in printed.json["promises"]] == ["p1"]
    (part,) = printed.json["promises"][0]["parts"]
    assert (part["status"], part["blamed"], part["penalties"]) == ("broken", ["ash"], [])
    assert part["proof"]["root"]["rule"] == "ruled"
    assert part["text"][-1].endswith("a ruling names Player 1.")


@pytest.mark.parametrize(
    ("more", "says"), [(["--explain", "p9"], "there is no such promise"), (["--as", "oak"], "use one of ash")]
)
def test_what_is_not_there_is_bad_input(more: list[str], says: str, tmp_path: Path) -> None:
    file = kept(promising_game(), tmp_path / "game.jsonl")

    printed = oathbook("promises", "audit", str(file), *more)

    assert printed.code == 2
    assert says in printed.complaint


def test_a_file_that_is_no_record_is_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "none.jsonl"
    file.write_text("{}\n")

    assert oathbook("promises", "audit", str(file)).code == 2
