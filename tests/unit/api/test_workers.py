"""Work for other processes: what it comes to or refuses arrives here, and no more of it waits than is to."""

import os
import pickle
import signal
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final

import anyio
import pytest
from anyio import create_task_group, to_thread

from oathbook.api.pages.drawing.picture import render_png
from oathbook.api.queries import worker_pool as bounds
from oathbook.api.queries.worker_pool import WorkerPool
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.domain.errors import (
    BadLetter,
    CorruptRecord,
    DisputeRefused,
    DrawMissing,
    IllegalDecision,
    NotCovered,
    NotFound,
    PositionConflict,
    PromiseRefused,
    Refused,
    RemedyRefused,
    UnknownVersion,
)
from oathbook.domain.kernel import DrawRequest, Refusal
from oathbook.domain.recording.database.address import StoreAddress
from tests.support.processes import PATIENCE

REFUSED: Final = (
    NotFound("there is no such game"),
    IllegalDecision(Refusal("late", "illegal", "KD-1.1", "It is too late.", ())),
    DrawMissing(DrawRequest(label="die", pile=("1", "2"), count=1)),
    NotCovered("KD-9", "no text"),
    PositionConflict("game", 3, 4),
    PromiseRefused("path", "no such clause", ("HL-1",)),
    DisputeRefused("claim", "too late"),
    RemedyRefused("replay", "it is hidden", 7, "KD-2", hidden=True),
    BadLetter("no such word", "ash promises\nnothing", 14, ("to", "not to")),
    UnknownVersion("language", "letters/9", ["letters/1"]),
    CorruptRecord("game", 2, "another hash"),
)


def own_number(_: StoreAddress, also: int) -> tuple[int, int]:
    return os.getpid(), also


def ignores_ctrl_c(_: StoreAddress) -> bool:
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def refuse(_: StoreAddress, refused: Refused) -> None:
    raise refused


def sleep(_: StoreAddress, told: Path) -> None:
    told.write_text(str(os.getpid()), "utf-8")
    time.sleep(2 * PATIENCE)


def die(_: StoreAddress) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def done(work: Callable[[WorkerPool], Awaitable[None]], most: int = 1) -> None:
    """Have this done by so many processes."""

    async def main() -> None:
        workers = WorkerPool(Path("games.db"))
        workers.most = most
        workers.start()
        await work(workers)

    anyio.run(main)


async def number_in(told: Path) -> int:
    """The process that has begun to sleep."""
    return await to_thread.run_sync(_number_in, told)


def _number_in(told: Path) -> int:
    end = time.monotonic() + PATIENCE
    while not told.exists() or not told.read_text("utf-8"):
        assert time.monotonic() < end
        time.sleep(0.005)
    return int(told.read_text("utf-8"))


def test_work_is_done_elsewhere_and_one_process_does_all_of_it() -> None:
    async def work(workers: WorkerPool) -> None:
        found = [await workers.run(partial(own_number, also=number)) for number in (1, 2, 3)]

        assert [number for _, number in found] == [1, 2, 3]
        assert len({pid for pid, _ in found} - {os.getpid()}) == 1

    done(work)


def test_without_processes_this_one_does_it() -> None:
    async def work(workers: WorkerPool) -> None:
        assert await workers.run(partial(own_number, also=1)) == (os.getpid(), 1)

    done(work, most=0)


def test_a_picture_is_made_elsewhere_where_ctrl_c_ends_nothing() -> None:
    """Ctrl-C is for the process that started this one, and to make pixels holds up whatever else a process does."""

    async def work(workers: WorkerPool) -> None:
        pixels = partial(render_png, svg="<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'/>")
        assert (await workers.run(pixels)).startswith(b"\x89PNG")
        assert await workers.run(ignores_ctrl_c) is True

    done(work)


@pytest.mark.parametrize("refused", REFUSED, ids=lambda each: type(each).__name__)
def test_a_refusal_is_the_same_in_another_process(refused: Refused) -> None:
    again = pickle.loads(pickle.dumps(refused))  # noqa: S301  # our own bytes

    assert (type(again), str(again), vars(again)) == (type(refused), str(refused), vars(refused))
    assert vars(problems.from_exception(again)) == vars(problems.from_exception(refused))


def test_what_another_process_refuses_is_refused_here() -> None:
    async def work(workers: WorkerPool) -> None:
        with pytest.raises(PositionConflict) as caught:
            await workers.run(partial(refuse, refused=PositionConflict("game", 3, 4)))
        assert caught.value.position == 4

    done(work)


def test_more_than_may_wait_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_WAITING", 0)

    async def work(workers: WorkerPool) -> None:
        async with create_task_group() as tasks:
            tasks.start_soon(workers.run, partial(sleep, told=tmp_path / "told"))
            await number_in(tmp_path / "told")
            with pytest.raises(HttpProblem, match="1 others") as caught:
                await workers.run(partial(own_number, also=1))
            assert (caught.value.kind, caught.value.headers["Retry-After"]) == (problems.BUSY, "5")
            tasks.cancel_scope.cancel()
        _, control = await workers.run(partial(own_number, also=1))
        assert control == 1

    done(work)


def test_what_takes_too_long_is_ended_and_the_next_has_its_turn(tmp_path: Path) -> None:
    async def work(workers: WorkerPool) -> None:
        await workers.run(partial(own_number, also=0))  # the process is there, so that it has begun in time
        workers.longest = 1.0
        with pytest.raises(HttpProblem, match="not answered within") as caught:
            await workers.run(partial(sleep, told=tmp_path / "told"))
        assert caught.value.kind is problems.BUSY
        slept = await number_in(tmp_path / "told")
        workers.longest = PATIENCE
        pid, _ = await workers.run(partial(own_number, also=0))
        assert pid != slept
        gone.append(slept)

    gone: list[int] = []
    done(work)
    assert not Path(f"/proc/{gone[0]}").exists()


def test_a_process_that_is_killed_is_said_to_have_ended_and_another_takes_its_place() -> None:
    async def work(workers: WorkerPool) -> None:
        with pytest.raises(HttpProblem, match="has ended") as caught:
            await workers.run(die)
        assert caught.value.kind is problems.BUSY
        _, control = await workers.run(partial(own_number, also=1))
        assert control == 1

    done(work)
