"""Requests with mutated bodies, made from games that are really played behind a door."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Final, NamedTuple

import msgspec

from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.writing.transcripts import transcript_lines
from oathbook.domain.rulesets.protocol import Setup
from tests.service.door import JSON, LINES, Call, Door
from tests.service.hostile import mutating
from tests.support.playing import SAMPLES, Json, close_by, die, running_game, small_game
from tests.support.serving import key_of, to_open
from tests.support.tampering import Event, chained, events_in, file_of

SETUPS: Final[tuple[Setup, ...]] = (close_by(), *SAMPLES[::2])
DECISIONS: Final = 8
"""At most so many have been made in a game before it is taken for mutants."""


class Right(NamedTuple):
    """A request that would be taken, and what its body may be mixed with."""

    call: Call
    others: list[bytes]


def written(value: Json) -> bytes:
    return json.dumps(value).encode()


def whole(setup: Setup) -> Json:
    """The body that opens a game with its components in full."""
    return {**to_open(setup), "components": msgspec.to_builtins(setup.components)}


class Mutants:
    """Makes mutants of what can be sent to a service."""

    def __init__(self, door: Door, name: str) -> None:
        """Open games and play them on for a while, so that there is something right to begin with."""
        self._door = door
        self._picks = die(name)
        openings = [written(body(setup)) for setup in SETUPS for body in (to_open, whole)]
        games = [self._running(setup, chance) for setup in SETUPS for chance in ("seeded", "witnessed")]
        decided = [self._decision(game) for game in games]
        bodies = [call.body for call in decided]
        asked = [*map(self._about_a_setup, SETUPS), *map(self._about_a_game, decided)]
        self._kinds = (
            [Right(Call("POST", "/v1/games", body), openings) for body in openings],
            [Right(call, bodies) for call in decided],
            [Right(Call("POST", "/v1/ask", body), [*asked, *bodies]) for body in asked],
        )
        self._records = [small_game(), small_game(chance="witnessed"), running_game(decisions=6)]
        self._events = [events_in(record_text(each)) for each in self._records]
        transcripts = [transcript_lines(small_game(chance="witnessed")), transcript_lines(small_game())]
        self._transcripts = [b"".join(line + b"\n" for line in lines) for lines in transcripts]

    def calls(self, count: int) -> Iterator[Call]:
        """So many requests, the same in every run."""
        for number in range(count):
            kind = number % 5
            if kind < len(self._kinds):
                right = self._picks.choice(self._kinds[kind])
                yield right.call._replace(body=mutating.mutant(right.call.body, right.others, self._picks))
            elif kind == 3:
                yield Call("POST", "/v1/records", self._record(), LINES)
            else:
                yield Call("POST", "/v1/records", self._transcript(), LINES)

    def _running(self, setup: Setup, chance: str) -> str:
        begun = self._door.send(Call("POST", "/v1/games", written({**to_open(setup), "chance": chance})))
        game: str = begun.json["game"]
        for _ in range(self._picks.randrange(DECISIONS)):
            self._door.send(self._decision(game))
        return game

    def _decision(self, game: str) -> Call:
        """A decision that somebody may take now; where a draw has to be reported, it is one that nobody had to."""
        head = self._door.send(Call("GET", f"/v1/games/{game}", headers={})).json
        seat = self._picks.choice(head["to_act"] or ["ash"])
        headers = {"authorization": f"Bearer {key_of(seat)}"}
        options = self._door.send(Call("GET", f"/v1/games/{game}/options", headers=headers)).json["listed"]
        decision = self._picks.choice(options or [{"by": seat, "kind": "agree_to_end"}])
        body = {
            "decision": decision,
            "draws": [{"label": f"strike/1/{seat}", "drawn": ["shield"], "witnesses": [seat]}],
        }
        if self._picks.random() < 0.7:
            del body["draws"]
        return Call("POST", f"/v1/games/{game}/decisions", written(body), {**JSON, **headers, "if-match": "*"})

    def _about_a_setup(self, setup: Setup) -> bytes:
        body = whole(setup)
        fields = {name: body[name] for name in ("edition", "seats", "components", "start", "reveal")}
        return written({"setup": fields, "decision": {"by": "ash", "kind": "lay_plan", "slots": ["bow", "parry"]}})

    def _about_a_game(self, decided: Call) -> bytes:
        game = decided.path.split("/")[3]
        return written({"game": game, "at": 1, **json.loads(decided.body)})

    def _record(self) -> bytes:
        """Bytes changed or, as a liar does it, values within an event, the hashes computed again."""
        number = self._picks.randrange(len(self._records))
        text = record_text(self._records[number])
        if self._picks.random() < 0.3:
            return mutating.bytes_changed(text, self._picks)
        events = [*self._events[number]]
        at = self._picks.randrange(len(events))
        events[at] = deepcopy(events[at])
        other = self._picks.choice(events)
        if self._picks.random() < 0.8:
            events[at].public["data"] = mutating.value_changed(events[at].data, other.data, self._picks)
        else:
            events[at].public = mutating.value_changed(events[at].public, other.public, self._picks)
        return _file_of(text, events)

    def _transcript(self) -> bytes:
        lines = self._picks.choice(self._transcripts).splitlines()
        number = self._picks.randrange(len(lines))
        lines[number] = mutating.mutant(lines[number], lines, self._picks)
        return b"".join(line + b"\n" for line in lines)


def _file_of(text: bytes, events: list[Event]) -> bytes:
    """The file of these events; where they are too odd for the one who forges, the bytes of one line are cut."""
    try:
        return file_of(chained(events))
    except (TypeError, KeyError, ValueError, AttributeError):
        return text[:-2]
