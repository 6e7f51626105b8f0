"""Many records decided again with a reading turned, in two processes beside one."""

from functools import partial
from pathlib import Path
from typing import Final

from bench.measuring import Chapter, Goal, clocked, rates, ratio_of, side_by_side
from bench.workload import RULESET, first_events
from oathbook.api.cli.archives.record_address import RecordAddress
from oathbook.api.cli.archives.work import Task
from oathbook.api.cli.process_pool import map_in_processes
from oathbook.api.cli.regress_plan import RegressWork, plan_of
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text

ONE, TWO = "one process", "two processes"
TURNED: Final = "KA-2=capped"


def regressing(long: Record, folder: Path, records: int, events: int, runs: int) -> Chapter:
    """So many records of about so many events, each read from its file; two processes are started for it each time."""
    record = first_events(long, events)
    names = [str(folder / f"{number}.jsonl") for number in range(records)]
    for name in names:
        Path(name).write_bytes(record_text(record))
    key = RULESET.edition.key
    plan = plan_of(key, key, [TURNED])
    work = RegressWork(plan.program, "", plan)
    tasks = [Task(number, RecordAddress(name, name)) for number, name in enumerate(names)]
    works = {name: clocked(partial(_all_done, work, tasks, workers)) for name, workers in ((ONE, 1), (TWO, 2))}
    timings = side_by_side(works, runs)
    for name in names:
        Path(name).unlink()
    return Chapter(
        f"Decide {records:,} records of {len(record.events):,} events again",
        rates(timings, records, "records", {TWO: (ONE,)}),
        (Goal("records decided again in two processes: in one", 1.7, ratio_of(timings, ONE, TWO)),),
    )


def _all_done(work: RegressWork, tasks: list[Task], workers: int) -> None:
    for each in map_in_processes(work, tasks, workers):
        assert each.answer is not None, each.says
