"""A long match to measure with: real events, decided by the rules, without a single fight."""

import json
from bisect import bisect_right
from importlib.resources import files
from itertools import accumulate
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.games.game_events import DecisionMade
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.recording.writing import game_head
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.seeded_sources import seeded_sources

RULESET: Final[AnyRuleset] = load_registry().ruleset("knights_duty/1")
TWO_PLAYERS, THREE_PLAYERS = RULESET.samples()[:2]
Step = tuple[EncodedEvent, ...]


def whole_game() -> Record:
    """The golden game of Heirless: four players, three Seasons, votes, trades and Battles."""
    path = files("oathbook.replays") / "golden" / "heirless" / "e1" / "three-seasons-of-four-players.jsonl"
    return whole_record_from(path.read_bytes(), load_registry().ruleset, where=path.name)


def long_match(events: int, setup: Setup = THREE_PLAYERS, seed: int = 1) -> Record:
    """A match of at least so many events, always the same one for the same seed.

    Everybody plans, moves, changes weapons and attacks at random; but attackers point at nobody, and nobody agrees to
    end it, so it does not end.
    """
    rng = Random(seed)  # noqa: S311  # it picks decisions, it keeps no secret
    head, written = game_head.open_game(RULESET, NewGame(setup), seeded_sources(rng))
    while len(written) < events:
        state = head.game.state
        options = RULESET.options(state, rng.choice(RULESET.to_act(state))).listed
        plain = rng.choice([each for each in map(plain_decision, options) if _is_peaceful(each)])
        head, step = head.decide(head.decision_from(plain))
        written += step
    return Record(head.game.id, RULESET, head.codec, written, head.hash)


def first_events(record: Record, events: int) -> Record:
    """The steps of a record up to so many events, at least one."""
    steps = steps_of(record)
    ends = list(accumulate(map(len, steps)))
    kept = tuple(event for step in steps[: bisect_right(ends, events)] for event in step)
    return replace(record, events=kept, head=kept[-1].hash)


def steps_of(record: Record) -> list[Step]:
    """The events of a record, a commit at a time."""
    steps: dict[int, Step] = {}
    for event in record.events:
        steps[event.entry.step] = (*steps.get(event.entry.step, ()), event)
    return list(steps.values())


def decisions_of(record: Record) -> list[dict[str, Any]]:
    """What was decided, as the seats write it."""
    bodies = (event.entry.body for event in record.events)
    return [plain_decision(body.decision) for body in bodies if isinstance(body, DecisionMade)]


def plain_decision(decision: object) -> dict[str, Any]:
    """A decision as its seat writes it."""
    plain: dict[str, Any] = json.loads(decision_text(decision))
    return plain


def _is_peaceful(decision: dict[str, Any]) -> bool:
    return decision["kind"] != "agree_to_end" and decision.get("target") is None
