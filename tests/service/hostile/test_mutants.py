"""No mutant of a body ends in a fault, whether it is refused or taken; without strict reading some do."""

import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

import pytest

from oathbook.api.http.bodies import RECORDS
from oathbook.domain.recording.format.cleartext import decision_from
from oathbook.domain.recording.format.codec import Codec
from oathbook.domain.recording.format.setup_documents import resolve_setup
from oathbook.projections.progress import ProjectionState
from tests.service.door import Answer, Call, Door, PassThrough, opened
from tests.service.hostile.mutant_calls import Mutants
from tests.service.hostile.nasty_addresses import OF_A_GAME
from tests.support.playing import sources
from tests.support.processes import PATIENCE

P = ParamSpec("P")
T = TypeVar("T")

FEW: Final = 100
QUICK: Final = 1_000
LONG: Final = 20_000
SHARE: Final = 0.25
"""Of the mutants have to get as far as the ruleset's codec, or they would try nothing but the reader of JSON."""


class Reached:
    """Notes whether a request has come as far as the ruleset's codec."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        """Stand in the way of each of the codec's functions, wherever it is used."""
        self._values = self._events = False
        for module in [*sys.modules.values()]:
            if vars(module).get("decision_from") is decision_from:
                patch.setattr(module, "decision_from", self._noting(decision_from))
            if vars(module).get("setup_from") is resolve_setup:
                patch.setattr(module, "resolve_setup", self._noting(resolve_setup))
        patch.setattr(Codec, "read", self._noting(Codec.read, reads_records=True))

    def by(self, call: Call) -> bool:
        """Whether the last request has; this one was it. To read an event counts for a record: others read ours."""
        as_values, as_events = self._values, self._events and call.path == RECORDS
        self._values = self._events = False
        return as_values or as_events

    def _noting(self, work: Callable[P, T], *, reads_records: bool = False) -> Callable[P, T]:
        @wraps(work)
        def noted(*args: P.args, **kwargs: P.kwargs) -> T:
            if reads_records:
                self._events = True
            else:
                self._values = True
            return work(*args, **kwargs)

        return noted


class Seen:
    """What became of the mutants."""

    def __init__(self, reached: Reached) -> None:
        """Nothing yet."""
        self._reached = reached
        self.statuses: Counter[int] = Counter()
        self.far = 0
        self.faults: list[str] = []
        self.odd: list[str] = []
        self.games: list[str] = []

    def note(self, call: Call, answer: Answer) -> None:
        """What came of one."""
        self.statuses[answer.status] += 1
        self.far += self._reached.by(call)
        if answer.status >= 500 or answer.fault is not None:
            self.faults.append(f"{call.path}: {call.body[:2_000]!r}: {answer.fault!r}")
        try:
            body = answer.json
        except ValueError:
            self.odd.append(f"{call.path}: {call.body[:2_000]!r}: {answer.body[:300]!r}")
            return
        if answer.status == 201 and not call.path.endswith("/decisions"):
            self.games.append(body["game"])


def sent(door: Door, patch: pytest.MonkeyPatch, count: int) -> Seen:
    """What became of so many mutants, the same in every run."""
    mutants = Mutants(door, "mutants")
    seen = Seen(Reached(patch))
    door.send_all(mutants.calls(count), seen.note)
    return seen


def unreadable(door: Door, game: str) -> list[str]:
    """What cannot be read of a game that was taken."""
    head = door.send(Call("GET", f"/v1/games/{game}", headers={}))
    paths = [each for each in OF_A_GAME if each != "/stream" or head.json.get("closed")]
    answers = {path: door.send(Call("GET", f"/v1/games/{game}{path}", headers={})) for path in paths}
    fine = {"/sheet": 409, "/odds": 404}  # which there are not while something is concealed, or nothing is decided
    return [
        f"{game}{path}: {each.fault!r}"
        for path, each in answers.items()
        if each.fault or (each.status >= 400 and each.status != fine.get(path))
    ]


def settled(door: Door) -> list[ProjectionState]:
    """How far each read model is, once none of them moves on by itself."""
    until = time.monotonic() + PATIENCE
    while any(each.status == "behind" for each in door.service.projector.states()) and time.monotonic() < until:
        time.sleep(0.05)
    return [*door.service.projector.states()]


@pytest.mark.parametrize(
    "count", [FEW, pytest.param(QUICK, marks=pytest.mark.gate), pytest.param(LONG, marks=pytest.mark.slow)]
)
def test_no_mutant_ends_in_a_fault(count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does whoever reads what came of the mutants that were taken, and no read model stops at them."""
    with opened(tmp_path / "games.db", sources("mutants")) as door:
        seen = sent(door, monkeypatch, count)
        wrong = [each for game in seen.games for each in unreadable(door, game)]
        models = settled(door)

    assert seen.faults == [], "\n".join(seen.faults)
    assert seen.odd == [], "\n".join(seen.odd)
    assert wrong == [], "\n".join(wrong)
    assert {each.status for each in models} == {"ready"}, models
    assert sum(seen.statuses.values()) == count
    assert seen.far > SHARE * count
    assert len(seen.games) > count / 100


@pytest.mark.gate
@pytest.mark.parametrize("count", [QUICK, pytest.param(LONG, marks=pytest.mark.slow)])
def test_without_strict_reading_some_of_them_do(count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control, with the same mutants."""
    with opened(tmp_path / "games.db", sources("mutants"), strict=PassThrough) as door:
        seen = sent(door, monkeypatch, count)

    assert len(seen.faults) >= 1
    assert seen.statuses[500] == len(seen.faults)
