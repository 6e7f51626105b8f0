"""Read, verify, replay and question records of tabletop games.

    record = oathbook.read("match.jsonl")
    record.verify().status
    record.at(43).standing
    for step in record.replay(viewer="ash"): print(*step.sentences)
    record.promises()
    oathbook.ask(record, at=3, line="birch: plan bow, bow, bow")

``oathbook.kit`` is what rulesets are written with, ``oathbook.testing`` what their tests use. These three modules
follow semantic versions; everything else may change in any version. ``docs/api.md`` has examples.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oathbook._records import Position, Record, Step, ask, read
    from oathbook._results import Answer, Promise, Promises, Score, Standing
    from oathbook.domain.errors import BadRecord, CorruptRecord, Refused, UnknownEdition
    from oathbook.replays.verification import Verification

__all__ = [
    "Answer",
    "BadRecord",
    "CorruptRecord",
    "Position",
    "Promise",
    "Promises",
    "Record",
    "Refused",
    "Score",
    "Standing",
    "Step",
    "UnknownEdition",
    "Verification",
    "ask",
    "read",
]

_HOMES = {
    **dict.fromkeys(("Position", "Record", "Step", "ask", "read"), "oathbook._records"),
    **dict.fromkeys(("Answer", "Promise", "Promises", "Score", "Standing"), "oathbook._results"),
    **dict.fromkeys(("BadRecord", "CorruptRecord", "Refused", "UnknownEdition"), "oathbook.domain.errors"),
    "Verification": "oathbook.replays.verification",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401  # the names are typed above; their modules are imported when asked for
    """The names of ``__all__``, imported at their first use: every module of ours imports this one."""
    from importlib import import_module  # noqa: PLC0415  # as little as can be

    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'oathbook' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "kit", "testing"]
