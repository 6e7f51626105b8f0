"""Frames as a program reads them."""

from typing import Any

import msgspec
from msgspec import Raw

from api.schemas.replays import FrameTold
from domain.games.events import DecisionMade
from domain.recording.format.cleartext import decision_text, value_text
from replays.frames import Frame, Replay


def frame_told(frame: Frame, replay: Replay) -> FrameTold:
    """A frame as a program reads it, with the decision where it is one."""
    decision = decision_at(frame.position, replay)
    fields: dict[str, Any] = {**msgspec.structs.asdict(frame), "view": Raw(value_text(frame.view))}
    return FrameTold(**fields, decision=None if decision is None else Raw(decision))


def decision_at(position: int, replay: Replay) -> bytes | None:
    """What was decided at a position, as far as the viewer may see it; nothing where it is no decision."""
    body = replay.entries[position - 1].body
    return decision_text(body.decision) if isinstance(body, DecisionMade) else None
