"""Golden disputes: a record, what the table changed in it, a claim, and the finding that was worked out by hand."""

import json
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.application.dispute_stream import encode_event, stream_from
from oathbook.domain.application.stored_findings import finding_event
from oathbook.domain.disputes.dispute_events import DisputeFiled, event_from
from oathbook.domain.games.game_events import DecisionMade, PromiseEventBase
from oathbook.domain.kernel import Seat, Viewer
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.recording.notation.sheet_reader import record_from_notation
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.recording.writing.game_head import StreamEnd
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.transcripts import record_from_transcript, transcript_lines
from tests.support.checkout import GOLDEN
from tests.support.playing import Json, ruleset_of, sources
from tests.support.tampering import Event, forged, renumbered

STAMPS: Final = ("#", "record", "times", "salts", "head", "seed", "keys")
HERE: Final = Path(__file__).parent / "disputes"
DIGESTS: Final = HERE / "stored.sha256"
STORED: Final = {line[66:]: line[:64] for line in DIGESTS.read_text("utf-8").splitlines()}
"""The SHA-256 of the finding that each dispute stores, by the dispute's name."""


def disputes() -> Iterator[Json]:
    """Every dispute there is, with the name of its file in front of its own."""
    for path in sorted(HERE.glob("*.toml")):
        for each in tomllib.loads(path.read_text("utf-8"))["dispute"]:
            yield {**each, "name": f"{path.stem}: {each['name']}"}


def disputed(dispute: Json, folder: Path) -> Path:
    """The record of a dispute as a file."""
    made = folder / "disputed.jsonl"
    made.write_bytes(record_text(record_of(dispute)))
    return made


def stored(dispute: Json) -> bytes:
    """The public line of the finding that a seat has entered in a dispute while the secrets of the game are kept."""
    record, given = record_of(dispute), sources("dispute")
    seat = Viewer(dispute.get("seen_by", record.opened.seats[0].seat))
    about = {"edition": record.opened.edition, "position": len(record.events), "head": record.head}
    filed = event_from(DisputeFiled, game=record.game, claim=dispute["claim"], says=dispute["why"], **about)
    hearing = stream_from("dispute", encode_event("dispute", Seat(seat), filed, given, StreamEnd()))
    entered = finding_event(record, hearing.dispute, seat, secrets_are_out=False)
    return encode_event("dispute", Seat(seat), entered, given, hearing.end)[0].line


def record_of(dispute: Json) -> Record:
    """The record of a dispute: the golden one, or what a table made of it."""
    path = GOLDEN / f"{dispute['record']}.jsonl"
    record = whole_record_from(path.read_bytes(), ruleset_of, where=path.name)
    if "cut" in dispute:
        record = cut(record, dispute["cut"])
    if "beside" in dispute:
        record = with_table_step(record, dispute["beside"])
    if "sealed" in dispute:
        record = sealed(record, dispute["sealed"])
    if dispute.keys() & {"change", "switches", "promises"}:
        record = changed(record, dispute)
    if "forged_draw" in dispute:
        record = forged(record, partial(_with_other_cards, dispute["forged_draw"]))
    return record


def cut(record: Record, events: int) -> Record:
    """The game as it was after so many events."""
    kept = record.events[:events]
    return replace(record, events=kept, head=kept[-1].hash)


def with_table_step(record: Record, lines: str) -> Record:
    """The game with one more step, in the lines of a sheet."""
    sheet = [each for each in sheet_lines(record) if each.partition(" ")[0] not in STAMPS]
    text = "\n".join([*sheet, lines.strip(), ""])
    return record_from_notation(text.encode(), ruleset_of, sources("dispute"), where="the sheet")


def sealed(record: Record, until: int) -> Record:
    """The game as it was decided up to a position, with draws that come from a seed which nobody has opened."""
    scribe = MemoryWriter.open(record.ruleset, record.opened.setup(), sources("dispute"), chance="seeded")
    for entry in record.entries()[:until]:
        if isinstance(entry.body, DecisionMade):
            scribe.decide(scribe.decision_from(json.loads(decision_text(entry.body.decision))))
    return scribe.record


def changed(record: Record, dispute: Json) -> Record:
    """The game as another table played it, recorded from its transcript; with ``by_rules``, what follows is derived."""
    header, *lines = (json.loads(line) for line in transcript_lines(record))
    header["setup"]["switches"] |= dispute.get("switches", {})
    starts = [
        each.entry.position for each in record.events if isinstance(each.entry.body, DecisionMade | PromiseEventBase)
    ]
    changes: list[Json] = dispute.get("change", [])
    for change in changes:
        _change(lines[starts.index(change["at"])], change)
    first = min((change["at"] for change in changes), default=0)
    if "by_rules" in dispute:
        for start, line in zip(starts, lines, strict=True):
            if start > first:
                line.pop("outcome", None)
    kept = [line for start, line in zip(starts, lines, strict=True) if start <= dispute.get("until", start)]
    for promise in dispute.get("promises", []):
        place = starts.index(promise["before"])
        kept[place:place] = promised(promise)
    text = b"".join(json.dumps(line).encode() + b"\n" for line in (header, *kept))
    return record_from_transcript(text, ruleset_of, sources("dispute"), where=dispute["name"])


def promised(promise: Json) -> Iterator[Json]:
    """A letter that its first signer offers and all of them sign, and that is ``claimed`` breached: a step each."""
    by, number = promise["signers"][0], promise.get("number", 1)
    yield {"by": by, "promise": {"kind": "offer", "letter": promise["letter"]}}
    for seat in promise["signers"]:
        yield {"by": seat, "promise": {"kind": "sign", "promise": f"p{number}"}}
    if "claimed" in promise:
        act = {"kind": "claim", "promise": f"p{number}", "path": "c1", "claims": "breached"}
        yield {"by": promise["claimed"], "promise": act}


def _with_other_cards(draw: Json, events: list[Event]) -> None:
    """A draw that a table reports otherwise, or not at all, although what it revealed then stays as it was."""
    at: int = draw["at"]
    if draw["drawn"]:
        events[at - 1].data["draw"]["drawn"] = draw["drawn"]
    else:
        del events[at - 1]
        renumbered(events)


def _change(line: Json, change: Json) -> None:
    """What the table has in this step: another decision, other draws, or an outcome with something else in it."""
    line["decision"] = change.get("decision", line["decision"])
    line["by"] = line["decision"]["by"]
    for draw, cards in zip(line["draws"], change.get("draws", []), strict=False):
        draw["drawn"] = cards
    if change.get("draws") == []:
        line["draws"] = []
    if "drop" in change:
        line["outcome"] = [each for each in line["outcome"] if each["event"]["kind"] != change["drop"]]
    if "drop" in change or "set" in change:
        line["outcome"] = [{"event": each["event"]} for each in line["outcome"]]
    if "set" in change:
        wanted = (each for each in line["outcome"] if each["event"]["kind"] == change["of"])
        event: dict[str, Any] = [*wanted][change.get("number", 1) - 1]["event"]
        assert set(change["set"]) <= set(event), event
        event |= change["set"]
