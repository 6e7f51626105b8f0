"""Golden games in which one decision is a deed of the table beside the rules, after which they go on as they did."""

import json

from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.recording.writing.transcripts import entries_by_step, transcript_lines
from tests.support.checkout import GOLDEN
from tests.support.playing import ruleset_of
from tests.support.transcribing import imported


def misplayed(name: str, *positions: int) -> Record:
    """A golden game; nobody decided what stands at these positions, but what came of it happened all the same."""
    record = whole_record_from((GOLDEN / f"{name}.jsonl").read_bytes(), ruleset_of, where=name)
    starts = [step[0].position for step in entries_by_step(record)]
    header, *lines = (json.loads(line) for line in transcript_lines(record))
    for at in positions:
        step = lines[starts.index(at)]
        did = [each["event"] for each in step["outcome"]]
        lines[starts.index(at)] = {"by": step["by"], "table": {"did": did}, "draws": step["draws"]}
    return imported(b"".join(json.dumps(line).encode() + b"\n" for line in (header, *lines)), name)
