"""``oathbook regress``: what another edition or another reading would have made of a game, decision by decision."""

from pathlib import Path
from typing import Final

from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.format.record import record_for
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.registry import load_registry
from tests.golden.disputing import cut
from tests.golden.gloomhaven import FH, GH1, attacks, draws, monster, scoundrel, script, start
from tests.golden.scripting import recorded, sources
from tests.support.checkout import GOLDEN
from tests.support.playing import read
from tests.support.setups import setup_named
from tests.support.transcribing import BOW, imported, transcript
from tests.unit.api.games import march
from tests.unit.api.running import Json, kept, oathbook

KD: Final = "knights_duty/1"
CB: Final = "cube_bag/g1"
FORM: Final = {"position", "result", "says", "clauses", "why", "already"}


def regressed(*arguments: str | Path, edition: str = KD, against: str = "", turned: str = "", code: int = 1) -> Json:
    """What the command says of records."""
    switch = ("--switch", turned) if turned else ()
    named = ("--edition", edition, "--against", against or edition)
    printed = oathbook("regress", *named, *switch, *arguments, "--workers", "1", "--json")
    assert printed.code == code, printed.err
    return printed.json


def test_a_game_comes_out_the_same_under_the_rules_it_was_played_by() -> None:
    found = regressed(*sorted((GOLDEN / "knights_duty" / "1").glob("*.jsonl")), code=0)

    assert found["records"] == 8
    assert found["decisions"] == found["same"] > 70
    assert (found["different"], found["illegal"], found["untold"], found["clauses"]) == (0, 0, 0, [])
    assert found["winners"] == {"unchanged": 8, "changed": 0, "open": 0}


def test_a_decision_that_comes_out_otherwise_names_its_clause_and_need_not_matter() -> None:
    """KA-2: five shields from four cards may be capped; the strike at 66 misses all the same."""
    record = GOLDEN / "knights_duty" / "1" / "last-knight-standing.jsonl"

    found = regressed(record, turned="KA-2=capped")

    (game,) = found["games"]
    (apart,) = game["apart"]
    assert set(apart) == FORM
    assert (apart["position"], apart["result"], apart["clauses"]) == (66, "different", ["KD-8.2"])
    assert (found["decisions"], found["same"], found["different"]) == (36, 35, 1)
    titles = {clause.id: clause.title for clause in load_registry().ruleset(KD).edition.rulebook.clauses}
    assert found["clauses"] == [{"clause": "KD-8.2", "title": titles["KD-8.2"], "different": 1, "illegal": 0}]
    assert game["winner"]["effect"] == "unchanged"
    assert game["winner"]["recorded"] == game["winner"]["now"]


def test_a_decision_that_is_illegal_now_names_its_clause_and_ends_the_other_game() -> None:
    record = GOLDEN / "cube_bag" / "g1" / "shot-from-afar.jsonl"

    found = regressed(record, edition=CB, turned="CA-7=all_or_none")

    (game,) = found["games"]
    assert [(each["position"], each["result"], each["clauses"]) for each in game["apart"]] == [
        (8, "illegal", ["CB-2.6"])
    ]
    assert found["clauses"][0]["illegal"] == found["illegal"] == 1
    assert (game["winner"]["effect"], game["winner"]["open_from"], game["winner"]["now"]) == ("open", 8, None)


def test_a_game_that_somebody_else_wins_is_told_with_both_ends() -> None:
    record = GOLDEN / "cube_bag" / "g1" / "both-wiped-out.jsonl"
    command = ("regress", record, "--edition", CB, "--against", CB, "--switch", "CA-33=chosen", "--workers", "1")

    found = regressed(record, edition=CB, turned="CA-33=chosen")
    printed = oathbook(*command)

    winner = found["games"][0]["winner"]
    assert found["winners"] == {"unchanged": 0, "changed": 1, "open": 0}
    assert (winner["recorded"]["winners"], winner["now"]["winners"]) == (["laura", "alex"], ["alex"])
    assert winner["open_from"] is None
    assert " of laura, alex before, now " in printed.text
    assert "who won: unchanged 0, changed 1, open 0\n" in printed.text


def test_a_game_that_would_have_been_over_earlier_ends_there(tmp_path: Path) -> None:
    """FA-28: half of three is two when halves round up, and the first attack kills already."""
    game = script(
        "earlier",
        start(
            scoundrel(),
            monster("guard", hit_points=2, defences=[{"of": "cover", "op": "halve"}]),
            own=["+0", "+0"],
            monsters=["+0"],
        ),
        attacks("ash", "scoundrel", "guard", 3),
        draws("ash", "scoundrel", "+0"),
        attacks("ash", "scoundrel", "guard", 3),
        draws("ash", "scoundrel", "+0"),
    )
    record = kept(recorded(game, 1), tmp_path / "earlier.jsonl")

    found = regressed(record, edition=GH1, turned="FA-28=up")

    winner = found["games"][0]["winner"]
    assert [each["position"] for each in found["games"][0]["apart"]] == [4, 9]
    assert (winner["effect"], winner["now"]["outcome"]) == ("unchanged", "monsters defeated")


def test_under_another_edition_it_counts_what_verify_counts() -> None:
    """Of 26 decisions 7 come out otherwise; for two of them a draw is missing that only Frosthaven asks for."""
    record = GOLDEN / "gloomhaven_attack" / "gh1" / "for-another-edition.jsonl"
    verified = oathbook("verify", record, "--edition", FH)

    found = regressed(record, edition=FH, against=GH1)

    assert "of 26 decisions, different: 7; for other reasons only: 1\n" in verified.text
    assert (found["decisions"], found["different"], found["untold"], found["reasons"]) == (26, 5, 2, 1)
    assert (found["same"], found["why"]) == (19, {"draw-missing": 2})
    assert [each["clause"] for each in found["clauses"]] == ["FH-1.1", "FH-2.1", "FH-2.2", "FH-5.1", "FH-6.1"]
    assert found["already"] == 0


def test_a_draw_that_nothing_asks_for_any_more_is_a_difference() -> None:
    """HA-27: the Bandits do not draw whom they attack, they attack the most wounded."""
    record = GOLDEN / "heirless" / "e1" / "bandits-lose-ties.jsonl"

    found = regressed(record, edition="heirless/e1", turned="HA-27=most_wounded")

    says = [each["says"] for each in found["games"][0]["apart"]]
    assert says[0] == "nothing asks for the draw “target/WolfBandit/2/WolfBandit-1”"
    assert found["different"] == len(says) == 2


def test_what_this_record_hides_cannot_be_told(tmp_path: Path) -> None:
    """Exit 3: as far as it can be told nothing comes out otherwise."""
    record = kept(record_for(march(), Viewer("ash")), tmp_path / "for-ash.jsonl")

    found = regressed(record, code=3)

    assert (found["same"], found["untold"], found["why"]) == (4, 1, {"hidden": 1})
    assert found["winners"] == {"unchanged": 0, "changed": 0, "open": 1}
    assert found["already"] == 1


def test_a_hand_that_lies_face_down_behind_a_card_that_was_shown_cannot_be_told(tmp_path: Path) -> None:
    """Of birch's hand ash has a digest; the cards that follow from birch's card have none to hold against it."""
    whole = read((GOLDEN / "heirless" / "e1" / "attack-misses.jsonl").read_bytes())
    record = kept(record_for(cut(whole, 13), Viewer("ash")), tmp_path / "for-ash.jsonl")

    found = regressed(record, edition="heirless/e1", code=3)

    assert (found["same"], found["untold"], found["why"]) == (5, 1, {"hidden": 1})
    assert found["winners"]["changed"] == 0


def test_an_opening_that_does_not_fit_the_edition_leaves_nothing_to_tell(tmp_path: Path) -> None:
    """The later draft of Heirless has no Battle Turn to begin in."""
    setup = setup_named("heirless/e1", "battles/four-with-a-stalled-battle")
    scribe = MemoryWriter.open(load_registry().ruleset("heirless/e1"), setup, sources("", 1), chance="witnessed")
    scribe.decide(scribe.decision_from({"kind": "target", "by": "ash", "aims": []}))
    record = kept(scribe.record, tmp_path / "battle.jsonl")

    found = regressed(record, edition="heirless/e2", against="heirless/e1", code=3)

    assert found["untold"] == found["decisions"] == 1
    assert found["why"] == {"misfit": 1}
    assert found["games"][0]["apart"][0]["says"].startswith("position 1 does not fit: start.stage: ")
    assert found["games"][0]["winner"]["open_from"] == 1


def test_what_the_rulebook_does_not_cover_cannot_be_told() -> None:
    record = GOLDEN / "heirless" / "e1" / "bandits-lose-ties.jsonl"

    found = regressed(record, edition="heirless/e2", against="heirless/e1")

    assert found["why"] == {"not-covered": 7}
    assert (found["same"], found["different"]) == (3, 2)


def test_what_the_table_did_wrong_is_told_apart_from_what_the_other_rules_change(tmp_path: Path) -> None:
    """Three tokens where there are two are no more allowed by the rules that the table played by."""
    three: Json = {"by": "birch", "decision": {"kind": "lay_plan", "slots": ["bow", "bow", "bow"]}, "outcome": []}
    record = kept(imported(transcript(BOW, three)), tmp_path / "table.jsonl")
    command = ("regress", record, "--edition", KD, "--against", KD, "--switch", "KA-2=capped", "--workers", "1")

    found = regressed(record, turned="KA-2=capped")

    assert (found["illegal"], found["already"]) == (1, 1)
    assert "  1 of these not the same under knights_duty/1 either\n" in oathbook(*command).text
