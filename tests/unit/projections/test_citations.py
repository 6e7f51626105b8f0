"""Which events cite a clause or a reading: read again from the bare lines of records, and paged."""

import json
from pathlib import Path

import pytest

from oathbook.domain.games.game_events import GameCorrected
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.rulesets.registry import load_registry
from oathbook.projections.citations import Citations, citations, paid_breaches
from tests.support.checkout import ROOT
from tests.support.playing import Json, ruleset_of
from tests.support.projecting import projected, stored
from tests.support.ruling import corrected_game
from tests.unit.projections.test_golden_rows import GOLDEN, NAMES, golden, lines

DUEL = ruleset_of("knights_duty/1")
HEIRLESS = ruleset_of("heirless/e1")
FOUR = "four-players-and-their-word"
"""In it bram breaks p2 at 43 and dov alone p3 at 136; each pays 20."""


def heirless(name: str) -> Record:
    path = ROOT / "replays" / "golden" / "heirless" / "e1" / f"{name}.jsonl"
    return whole_record_from(path.read_bytes(), ruleset_of, where=name)


def found(path: Path, cited: str, *records: Record, after: int | None = None, limit: int = 500) -> Citations:
    ruleset = records[0].ruleset
    with projected(stored(path / "db", *records), path / "views") as (projector, views):
        projector.catch_up()
        return citations(views, ruleset, cited, after=after, limit=limit)


def cited_in(name: str, wanted: str) -> list[int]:
    """The positions of a golden duel whose lines cite something, in a list, a working or an end."""
    positions: list[int] = []
    for line in lines(name):
        data = line["data"]
        cited: set[str] = {data["ending"]["clause"]} if "ending" in data else set()
        for each in data.get("consequences", ()):
            cited |= {*each["cites"], *each["readings"]}
            cited |= {row["clause"] for row in each["working"] if row.get("applied", True)}
        if wanted in cited:
            positions.append(line["n"])
    return positions


@pytest.mark.parametrize("cited", ["KD-2.3", "KD-7.2", "KD-8.3", "KA-5", "KD-99"])
def test_the_events_that_cite_it_are_those_of_the_lines_newest_first(cited: str, tmp_path: Path) -> None:
    records = [golden(name) for name in NAMES]

    events = found(tmp_path, cited, *records).events

    expected = [(each.game, n) for name, each in zip(NAMES, records, strict=True) for n in cited_in(name, cited)]
    assert [(each.game, each.position) for each in events] == expected[::-1]
    assert bool(events) == (cited != "KD-99")


def test_an_event_says_what_cites_the_clause_and_nothing_else_of_that_position(tmp_path: Path) -> None:
    """At position 5 of that duel a slot is revealed with both weapons (KD-2.3), and more follows from them."""
    record = golden("fumble-on-a-parry")
    line = next(
        json.loads(each) for each in (GOLDEN / "fumble-on-a-parry.jsonl").read_text().splitlines() if '"n":5,' in each
    )
    citing = [each for each in line["data"]["consequences"] if "KD-2.3" in each["cites"]]

    (at_five,) = (each for each in found(tmp_path, "KD-2.3", record).events if each.position == 5)

    assert 0 < len(citing) < len(line["data"]["consequences"])
    assert len(at_five.sentences) == len(citing)
    assert at_five.at == line["at"]


def test_a_page_goes_on_where_the_one_before_ended(tmp_path: Path) -> None:
    record = golden("fumble-on-a-parry")
    with projected(stored(tmp_path / "db", record), tmp_path / "views") as (projector, views):
        projector.catch_up()
        whole = citations(views, DUEL, "KD-2.3")
        page = citations(views, DUEL, "KD-2.3", limit=1)
        pages = [*page.events]
        while page.next is not None:
            page = citations(views, DUEL, "KD-2.3", after=page.next, limit=1)
            pages.extend(page.events)

    assert len(whole.events) == len(pages) == 2
    assert whole.next is None
    assert tuple(pages) == whole.events


@pytest.mark.parametrize("cited", ["HT-10.4", "HT-10.6", "HA-17"])
def test_what_a_broken_promise_costs_by_lists_where_promises_were_broken(cited: str, tmp_path: Path) -> None:
    """Last first; a promise that is kept costs nothing."""
    broken, kept = heirless(FOUR), heirless("promise-kept")

    events = found(tmp_path, cited, kept, broken).events

    assert [(each.game, each.position, each.sentences) for each in events] == [
        (broken.game, 136, ("Dov breaks promise p3: 20 crossed-out Prestige",)),
        (broken.game, 43, ("Bram breaks promise p2: 20 crossed-out Prestige",)),
    ]


def test_broken_promises_are_paged_and_counted(tmp_path: Path) -> None:
    db = stored(tmp_path / "db", heirless(FOUR))
    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        first = citations(views, HEIRLESS, "HT-10.4", limit=1)
        second = citations(views, HEIRLESS, "HT-10.4", limit=1, after=first.next)
        paid = paid_breaches(views, "heirless/e1")
        elsewhere = paid_breaches(views, "heirless/e2")

    assert [each.position for each in (*first.events, *second.events)] == [136, 43]
    assert second.next is None
    assert (paid.times, paid.games) == (2, 1)
    assert (elsewhere.times, elsewhere.games) == (0, 0)


def test_a_correction_cites_what_should_have_followed(tmp_path: Path) -> None:
    record = corrected_game()[1]
    ((position, body),) = (
        (each.entry.position, each.entry.body) for each in record.events if isinstance(each.entry.body, GameCorrected)
    )
    cited = body.instead[0].consequences[0].cites[0]

    events = found(tmp_path, cited, record).events

    assert position in [each.position for each in events]


def cited_by(row: Json) -> set[str]:
    """Every clause that a line of a record cites: with a consequence, in a line of a working, or with an end."""
    data = row["data"]
    consequences = [*data.get("consequences", ())]
    for each in data.get("instead", ()):
        consequences.extend(each["consequences"])
    found = {clause for each in consequences for clause in each["cites"]}
    found |= {line["clause"] for each in consequences for line in each["working"]}
    return found | ({data["ending"]["clause"]} if "ending" in data else set())


def test_no_clause_that_a_record_cites_is_called_not_covered() -> None:
    """Golden and frozen records, and the price of their broken promises; the control is an edition that lacks some."""
    editions = {key: each.edition.rulebook for key, each in load_registry().by_key.items()}
    cited: dict[str, set[str]] = {
        key: {*(each.vocabulary.penalty.cites if each.vocabulary.penalty else ())}
        for key, each in load_registry().by_key.items()
    }
    for path in (*ROOT.glob("replays/golden/**/*.jsonl"), *ROOT.glob("replays/frozen/**/*.jsonl")):
        header, *rows = map(json.loads, path.read_text().splitlines())
        cited[header["edition"]] |= {clause for row in rows if "data" in row for clause in cited_by(row)}

    for key, book in editions.items():
        assert len(cited[key] & {each.id for each in book.clauses}) > len(book.clauses) / 4, key
        assert cited[key] & {each.id for each in book.clauses if each.not_covered} == set()
    assert "HB-1.1" in cited["heirless/e2"]
    assert any(each.not_covered for each in editions["heirless/e2"].clauses)
