"""``oathbook verify``: the exit code, and every discrepancy with its reasons."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from oathbook.api.cli.archives.verify_work import must_be_same_game
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.format.record import record_for
from oathbook.domain.rulesets.knights_duty.editions import EDITION_1
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from tests.support.playing import die
from tests.support.projecting import stored
from tests.support.ruling import corrected_game, fork_of
from tests.support.ruling import running as running_game
from tests.support.tampering import Event, forged_file, outcome_with
from tests.unit.api.games import duel, march
from tests.unit.api.running import kept, oathbook


def with_another_card(events: list[Event]) -> None:
    outcome, number = outcome_with(events, "card_picked")
    picked = outcome.data["consequences"][number]["event"]
    picked["card"] = "shield" if picked["card"] == "heart" else "heart"


def with_another_draw(events: list[Event]) -> None:
    """A heart for a shield, or the other way round."""
    (draw,) = (event.data["draw"] for event in events if event.topic == "game.draw/1")
    draw["drawn"] = ["shield" if draw["drawn"] == ["heart"] else "heart"]


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    path = tmp_path / "forged.jsonl"
    path.write_bytes(forged_file(duel(), with_another_card))
    return path


def test_a_sound_record_exits_0(match: Path, running: Path) -> None:
    """Also of a running game, for whoever holds all of it."""
    printed = oathbook("verify", match, running)

    assert printed.code == 0
    assert f"{match}: sound\n" in printed.text
    assert "14 events, 5 decisions decided again, 1 draw recomputed from the seed" in printed.text


def test_the_public_record_of_a_finished_game_is_decided_again(match: Path) -> None:
    """After the end the reveal policy opens everything, and so all of it can be checked."""
    public = oathbook("export", match, "--as", "public").out

    assert oathbook("verify", "-", stdin=public).code == 0


def test_a_fork_is_checked_beside_its_parent(tmp_path: Path) -> None:
    """Alone it exits 3: what was drawn before it was drawn by another seed."""
    record = running_game(name="draws 1", decisions=15)
    made = fork_of(record, len(record.events))
    fork, parent = (kept(each, tmp_path / name) for name, each in (("f", made.scribe.record), ("p", made.parent)))
    other = kept(duel(), tmp_path / "other")

    assert oathbook("verify", fork).code == 3
    assert oathbook("verify", fork, "--parent", parent).code == 0
    (entry,) = oathbook("verify", fork, "--parent", other, "--json").json
    assert [each["kind"] for each in entry["discrepancies"]] == ["fork"]
    assert oathbook("verify", fork, "--parent", tmp_path / "nothing").code == 2


@pytest.mark.parametrize("broken", ["opening", "closing", "head"])
def test_a_parent_whose_chain_is_broken_is_not_what_a_fork_was_made_from(broken: str, tmp_path: Path) -> None:
    """Though every event that is carried over says the same, and the hash at the fork is the one that is named."""
    record = running_game(name="draws 1", decisions=15)
    made = fork_of(record, len(record.events))
    fork, parent = kept(made.scribe.record, tmp_path / "fork"), kept(made.parent, tmp_path / "parent")
    header, *lines, trailer = parent.read_bytes().splitlines(keepends=True)
    if broken == "head":
        header, trailer = (each.replace(made.parent.head.encode(), b"0" * 64) for each in (header, trailer))
    else:
        line = 0 if broken == "opening" else -1
        lines[line] = re.sub(rb'"at":"\d{4}', b'"at":"1999', lines[line])
    parent.write_bytes(b"".join((header, *lines, trailer)))

    printed = oathbook("verify", fork, "--parent", parent, "--json")

    assert oathbook("verify", parent).code == 1
    assert (printed.code, printed.json[0]["status"]) == (1, "discrepancy")
    (found,) = printed.json[0]["discrepancies"]
    assert found["kind"] == "fork"
    assert f"the chain of game {made.parent.game} breaks at position " in found["says"]


def test_the_parent_is_found_in_the_same_database(tmp_path: Path) -> None:
    record = running_game(name="draws 1", decisions=15)
    made = fork_of(record, len(record.events))
    both = stored(tmp_path / "both.db", made.parent, made.scribe.record)
    alone = stored(tmp_path / "alone.db", made.scribe.record)

    assert oathbook("verify", made.scribe.record.game, "--db", both).code == 0
    assert oathbook("verify", made.scribe.record.game, "--db", alone).code == 3


def test_what_was_wrong_and_is_corrected_is_told_apart(tmp_path: Path) -> None:
    path = kept(corrected_game()[1], tmp_path / "corrected.jsonl")

    printed, (entry,) = oathbook("verify", path), oathbook("verify", path, "--json").json

    assert printed.code == 0
    assert "consequence, corrected since: " in printed.text
    assert (entry["discrepancies"], len(entry["corrected"])) == ([], 1)


def test_a_consequence_that_does_not_follow_exits_1_and_is_told_with_its_clause(forged: Path) -> None:
    """With the chain computed again: position, clause, what was recorded and what follows (issue 2)."""
    printed = oathbook("verify", forged)

    assert printed.code == 1
    assert "position 12, consequence: consequence 6 of 11 is not what follows" in printed.text
    assert "    KD-8.5 The target shuffles the finished pile" in printed.text
    assert re.search(r'    recorded: \{.*"card":"shield"', printed.text)
    assert re.search(r'    follows:  \{.*"card":"heart"', printed.text)


def test_a_discrepancy_as_json_has_the_same_in_it(forged: Path) -> None:
    (entry,) = oathbook("verify", forged, "--json").json

    (found,) = entry["discrepancies"]
    assert (entry["status"], entry["events"], entry["recomputed"]) == ("discrepancy", 14, True)
    assert (found["position"], found["kind"], found["clause"]) == (12, "consequence", "KD-8.5")
    assert found["words"].startswith("The target shuffles the finished pile")
    assert found["recorded"]["event"]["card"] == "shield"
    assert found["follows"]["event"]["card"] == "heart"


def test_a_draw_that_does_not_follow_from_the_seed_exits_1(tmp_path: Path) -> None:
    path = tmp_path / "drawn.jsonl"
    path.write_bytes(forged_file(duel(), with_another_draw))

    (entry,) = oathbook("verify", path, "--json").json

    assert {found["kind"] for found in entry["discrepancies"]} == {"draw", "consequence"}
    assert entry["discrepancies"][0]["position"] == 11


def test_an_illegal_decision_exits_1_with_the_refusal(tmp_path: Path) -> None:
    """The refusal says the clause, and every condition that was asked."""

    def other_target(events: list[Event]) -> None:
        (target,) = (event for event in events if event.data.get("decision", {}).get("kind") == "declare_target")
        target.data["decision"]["target"] = target.data["decision"]["by"]

    path = tmp_path / "illegal.jsonl"
    path.write_bytes(forged_file(duel(), other_target))

    (entry,) = oathbook("verify", path, "--json").json

    (found,) = (each for each in entry["discrepancies"] if each["kind"] == "decision")
    assert found["clause"] in found["follows"]["clause"]
    assert found["follows"]["conditions"][-1]["holds"] is False


def test_a_seats_record_of_a_running_game_exits_3_and_says_what_was_not_checked(for_ash: Path) -> None:
    """Sound as far as this reader can see (issue 2)."""
    printed = oathbook("verify", for_ash)
    (entry,) = oathbook("verify", for_ash, "--json").json

    assert printed.code == 3
    assert f"{for_ash}: sound as far as this reader can see" in printed.text
    assert "not checked, position " in printed.text
    assert entry["status"] == "partial"
    assert entry["unchecked"]
    assert entry["discrepancies"] == []


def test_seeded_draws_without_the_seed_are_only_checked_for_being_possible(tmp_path: Path) -> None:
    """Under policy ``none`` nobody else can recompute them (docs/record-format.md)."""
    path = kept(record_for(duel(reveal="none"), Viewer("ash")), tmp_path / "policy-none.jsonl")

    printed = oathbook("verify", path)

    assert printed.code == 3
    assert "checked for being possible" in printed.text
    assert "the seed is not open to this reader" in printed.text


def test_of_several_files_the_worst_counts(match: Path, forged: Path, for_ash: Path) -> None:
    """2 before 1 before 3 before 0."""
    assert oathbook("verify", match, for_ash).code == 3
    assert oathbook("verify", for_ash, forged, match).code == 1
    assert oathbook("verify", match, forged, "nowhere.jsonl", for_ash).code == 2


def test_the_others_are_verified_where_one_cannot_be_read(match: Path) -> None:
    printed = oathbook("verify", "nowhere.jsonl", match)
    entries = oathbook("verify", "nowhere.jsonl", match, "--json").json

    assert printed.complaint == "nowhere.jsonl: No such file or directory"
    assert f"{match}: sound" in printed.text
    assert [entry["status"] for entry in entries] == ["unreadable", "sound"]


def test_a_changed_byte_is_never_sound(match: Path, tmp_path: Path) -> None:
    """Exit 1 or 2, naming a line or a position (issue 2); 150 bytes of a record, each changed to another."""
    text, picks = match.read_bytes(), die("bytes")
    path = tmp_path / "changed.jsonl"
    for place in picks.sample(range(len(text)), 150):
        changed = bytearray(text)
        changed[place] = picks.choice([other for other in range(256) if other != text[place]])
        path.write_bytes(changed)

        printed = oathbook("verify", path)

        assert printed.code in {1, 2}, f"byte {place} changed to {changed[place]}"
        assert re.search(r"(line|position) \d+|header counts", printed.text + printed.err), printed.err


def test_a_record_is_decided_again_under_an_edition_that_is_named(match: Path) -> None:
    (entry,) = oathbook("verify", match, "--edition", "knights_duty/1", "--json").json

    assert (entry["status"], entry["edition"]) == ("sound", "knights_duty/1")


def test_an_edition_of_another_game_does_not_read_the_record() -> None:
    solitaire, second_printing = (
        replace(KNIGHTS_DUTY, edition=replace(EDITION_1, key=key)) for key in ("solitaire/1", "knights_duty/2")
    )

    must_be_same_game(duel(), second_printing)
    with pytest.raises(BadRecord, match="solitaire/1: it cannot read a record of knights_duty/1"):
        must_be_same_game(duel(), solitaire)


def test_a_witnessed_game_is_sound_without_a_seed(tmp_path: Path) -> None:
    path = kept(duel(chance="witnessed"), tmp_path / "table.jsonl")

    printed = oathbook("verify", path)

    assert printed.code == 0
    assert "checked for being possible" in printed.text


def test_what_could_not_be_followed_is_said(tmp_path: Path) -> None:
    """After an event that does not fit the state nothing is checked any more."""

    def without_the_first_plan(events: list[Event]) -> None:
        outcome, number = outcome_with(events, "plan_laid")
        del outcome.data["consequences"][number]
        outcome.openings = []

    path = tmp_path / "short.jsonl"
    path.write_bytes(forged_file(march(), without_the_first_plan))

    printed = oathbook("verify", path)

    assert printed.code == 1
    assert re.search(r"nothing after position \d+ could be followed", printed.text)
