"""What the projections make of the golden records: counted by hand for one, and again from the bare lines for all."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.projections.clause_usage import ClauseUsage, ReadingUsage, usage
from oathbook.projections.games import SeatedPlayer, catalogue_row
from oathbook.projections.timeline import TimelineSentence, timeline
from tests.support.checkout import ROOT
from tests.support.playing import ruleset_of
from tests.support.projecting import projected, stored

GOLDEN = ROOT / "replays" / "golden" / "knights_duty" / "1"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.jsonl"))
EDITION = "knights_duty/1"


def golden(name: str) -> Record:
    return whole_record_from((GOLDEN / f"{name}.jsonl").read_bytes(), ruleset_of, where=name)


def lines(name: str) -> list[dict[str, Any]]:
    """The public lines of a record file, read with nothing of ours."""
    read = [json.loads(line) for line in (GOLDEN / f"{name}.jsonl").read_text().splitlines()]
    return [line for line in read if isinstance(line, dict) and "n" in line]


def consequences(name: str) -> list[dict[str, Any]]:
    return [each for line in lines(name) for each in line["data"].get("consequences", ())]


def test_clauses_are_counted_as_they_stand_in_the_record(tmp_path: Path) -> None:
    """Counted by hand in the file: consequences that cite a clause, lines of workings that apply, and that do not."""
    db = stored(tmp_path / "db", golden("fumble-on-a-parry"))

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = usage(views, EDITION)

    assert found.clauses == (
        ClauseUsage("KD-2.1", 3, 0, 0, 1),
        ClauseUsage("KD-2.2", 3, 0, 0, 1),
        ClauseUsage("KD-2.3", 10, 0, 0, 1),
        ClauseUsage("KD-3.1", 6, 0, 0, 1),
        ClauseUsage("KD-5.1", 2, 0, 0, 1),
        ClauseUsage("KD-5.2", 1, 0, 0, 1),
        ClauseUsage("KD-6.2", 3, 0, 0, 1),
        ClauseUsage("KD-7.1", 2, 0, 0, 1),
        ClauseUsage("KD-7.2", 2, 2, 0, 1),
        ClauseUsage("KD-7.4", 1, 0, 0, 1),
        ClauseUsage("KD-8.1", 2, 0, 0, 1),
        ClauseUsage("KD-8.2", 1, 2, 2, 1),
        ClauseUsage("KD-8.3", 1, 0, 2, 1),
        ClauseUsage("KD-8.4", 5, 0, 2, 1),
        ClauseUsage("KD-8.5", 1, 0, 0, 1),
        ClauseUsage("KD-8.6", 2, 0, 0, 1),
        ClauseUsage("KD-8.7", 2, 0, 0, 1),
    )
    assert {each.reading: each.used for each in found.readings} == {
        "KA-3": 1,
        "KA-5": 4,
        "KA-8": 2,
        "KA-10": 3,
        "KA-17": 1,
        "KA-23": 1,
        "KA-27": 1,
        "KA-33": 3,
    }


def test_counts_of_all_golden_records_are_those_of_their_lines(tmp_path: Path) -> None:
    db = stored(tmp_path / "db", *map(golden, NAMES))
    cited: Counter[str] = Counter()
    worked: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    used: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for name in NAMES:
        own = consequences(name)
        workings = [line for each in own for line in each["working"]]
        cited.update(clause for each in own for clause in each["cites"])
        worked.update(line["clause"] for line in workings if line.get("applied", True))
        passed.update(line["clause"] for line in workings if not line.get("applied", True))
        used.update(reading for each in own for reading in each["readings"])
        games.update({clause for each in own for clause in each["cites"]} | {line["clause"] for line in workings})
        games.update({reading for each in own for reading in each["readings"]})

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = usage(views, EDITION)

    assert found.clauses == tuple(
        ClauseUsage(clause, cited[clause], worked[clause], passed[clause], games[clause])
        for clause in sorted({*cited, *worked, *passed})
    )
    assert found.readings == tuple(ReadingUsage(each, used[each], games[each]) for each in sorted(used))
    assert found.upto == sum(len(lines(name)) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_timeline_has_a_place_for_every_line(tmp_path: Path, name: str) -> None:
    record = golden(name)
    db = stored(tmp_path / "db", record)

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = timeline(views, record.game)

    told = [(each.position, each.step, each.at, each.by, each.type) for each in found.places]
    assert told == [
        (line["n"], line["step"], line["at"], line["by"], line["type"].removesuffix("/1")) for line in lines(name)
    ]
    assert found.upto == len(lines(name))
    assert found.next is None


def test_a_place_tells_what_happened_there_and_by_which_clauses(tmp_path: Path) -> None:
    """The fifth event of that record, sentence by sentence."""
    record = golden("fumble-on-a-parry")
    db = stored(tmp_path / "db", record)

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        (place,) = timeline(views, record.game, after=4, limit=1).places

    assert place.marks == ("plan", "slot_begins", "token", "parries", "step")
    assert [(said.kind, said.by, said.cites) for said in place.sentences] == [
        ("plan", "birch", ("KD-2.1", "KD-2.2")),
        ("slot_begins", None, ("KD-2.3", "KD-3.1")),
        ("token", "ash", ("KD-2.3", "KD-7.1")),
        ("token", "birch", ("KD-2.3", "KD-6.2")),
        ("parries", "birch", ("KD-3.1", "KD-6.2")),
        ("step", None, ("KD-3.1", "KD-7.1", "KD-7.2")),
    ]
    assert place.sentences[4] == TimelineSentence("parries", "birch", "Second player is parrying", ("KD-3.1", "KD-6.2"))


def test_the_catalogue_says_who_played_and_how_it_ended(tmp_path: Path) -> None:
    record = golden("last-knight-standing")
    db = stored(tmp_path / "db", golden("fumble-on-a-parry"), record)

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = catalogue_row(views, record.game)

    assert found is not None
    assert found.number == 13  # behind the twelve events of the other game
    assert (found.edition, found.title, found.recorded) == (EDITION, "A Knight's Duty", "rules")
    assert (found.chance, found.reveal) == ("seeded", "all")
    assert (found.opened_at, found.last_at) == ("2026-11-20T18:00:00.000000Z", "2026-11-20T18:01:21.000000Z")
    assert (found.position, found.step, found.closed) == (82, 37, True)
    assert (found.outcome, found.winners, found.to_act) == ("victory", ("ash",), ())
    assert found.seats == (
        SeatedPlayer("ash", "First player"),
        SeatedPlayer("birch", "Second player"),
        SeatedPlayer("cedar", "Third player"),
    )


SAID = {
    "draw-by-agreement": "the match ends: draw by agreement",
    "draw-by-mutual-defeat": "the match ends: draw",
    "fumble-on-a-parry": "turn 3 begins",
    "high-ground-recovery": "First player regains Inspiration: High Ground",
    "in-plain-words": "the match ends: draw by agreement",
    "last-knight-standing": "First player wins",
    "lost-third-slot": "turn 4 begins",
    "refused-movement-clash": "turn 3 begins",
}


@pytest.mark.parametrize("name", NAMES)
def test_the_catalogue_says_what_followed_last(tmp_path: Path, name: str) -> None:
    """Told from what is known of each game.

    A game that is over ends with who won, or that nobody did: the seed that is revealed then, and the closing, do not
    follow by the rules. The others stop where a turn has just begun: the second one of two that began in turn 2, of
    one that began in turn 3; and in the recovery ash begins turn 5 on the High Ground, which is the last thing of it.
    """
    record = golden(name)
    db = stored(tmp_path / "db", record)

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = catalogue_row(views, record.game)

    assert found is not None
    assert found.said == SAID[name]


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (1, "A Knight's Duty is set up for First player, Second player, Third player"),
        (2, "A Knight's Duty is set up for First player, Second player, Third player"),  # ash has chosen a clan
        (3, "First player's Knight stands on 4,0"),
        (7, "turn 1 begins"),
        (28, "First player has decided about Inspiration"),
        (29, "First player has decided about Inspiration"),  # the card that ash draws
        (30, "Third player may point again"),
        (81, "First player wins"),  # the seed
    ],
)
def test_what_is_decided_drawn_or_revealed_does_not_follow(tmp_path: Path, length: int, said: str) -> None:
    """The catalogue of a game that has gone so far; what stands where is in the ``.toml`` beside the record."""
    record = golden("last-knight-standing")
    db = stored(tmp_path / "db", replace(record, events=record.events[:length]))

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = catalogue_row(views, record.game)

    assert found is not None
    assert (found.position, found.said) == (length, said)


def test_a_game_that_runs_says_who_must_act(tmp_path: Path) -> None:
    record = golden("fumble-on-a-parry")
    db = stored(tmp_path / "db", record)

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = catalogue_row(views, record.game)

    assert found is not None
    assert (found.closed, found.outcome, found.winners) == (False, None, ())
    assert found.chance == "witnessed"
    assert found.to_act == ("ash", "birch")  # a new turn has begun, and both plan
