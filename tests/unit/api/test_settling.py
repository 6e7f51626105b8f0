"""Answers of threads that are brought to an event loop: each arrives, whenever and whatever it is."""

import asyncio
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future
from types import FrameType
from typing import Any, Final

import pytest

from oathbook.api import event_hub
from oathbook.api.event_hub import FutureBridge
from tests.support.processes import PATIENCE

EACH: Final = 30
"""Answers of one thread."""


def interrupted(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
    """Let the other threads have their turn before each line of the hub, as an interpreter may."""
    if frame.f_code.co_filename != event_hub.__file__:
        return None
    if event == "line":
        time.sleep(0.0005)
    return interrupted


@pytest.fixture
def interrupting() -> Generator[None]:
    """Threads that are started meanwhile are interrupted so."""
    before = threading.gettrace()
    threading.settrace(interrupted)
    yield
    threading.settrace(before)


@pytest.mark.usefixtures("interrupting")
def test_every_answer_arrives_wherever_the_threads_that_bring_them_are_interrupted() -> None:
    asked: list[list[Future[int]]] = [[Future() for _ in range(EACH)] for _ in range(4)]

    def answer(mine: list[Future[int]]) -> None:
        for number, each in enumerate(mine):
            each.set_result(number)

    async def all_answers() -> list[int]:
        settling = FutureBridge()
        settling.start()
        waiting = [asyncio.ensure_future(settling.wait(each)) for mine in asked for each in mine]
        await asyncio.sleep(0)
        for mine in asked:
            threading.Thread(target=answer, args=(mine,)).start()
        return await asyncio.wait_for(asyncio.gather(*waiting), PATIENCE)

    assert asyncio.run(all_answers()) == [*range(EACH)] * 4


def refused_with(problem: BaseException) -> Future[int]:
    """What a thread was asked for and refused."""
    refused: Future[int] = Future()
    refused.set_exception(problem)
    return refused


def given_up() -> Future[int]:
    """What nobody began with."""
    cancelled: Future[int] = Future()
    cancelled.cancel()
    cancelled.set_running_or_notify_cancel()
    return cancelled


@pytest.mark.parametrize("odd", [lambda: refused_with(StopIteration()), given_up], ids=["StopIteration", "cancelled"])
def test_an_answer_that_cannot_be_passed_on_keeps_no_other_waiting(odd: Callable[[], Future[int]]) -> None:
    after: Future[int] = Future()
    after.set_result(7)

    async def answers() -> tuple[int | BaseException, int | BaseException]:
        settling = FutureBridge()
        settling.start()
        both = asyncio.gather(settling.wait(odd()), settling.wait(after), return_exceptions=True)
        return await asyncio.wait_for(both, PATIENCE)

    problem, answer = asyncio.run(answers())

    assert isinstance(problem, RuntimeError)
    assert answer == 7
