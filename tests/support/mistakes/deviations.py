"""Random games at a table that does, now and then, something beside the rules, written as lines of a sheet."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, cast

from oathbook.domain.errors import Misfit, Refused
from oathbook.domain.games.table_events import position_of
from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.recording.notation.event_lines import sentence_of
from oathbook.domain.recording.notation.game_notation import GameNotation, write_decision
from oathbook.domain.recording.notation.sheet_reader import SheetReader
from oathbook.domain.recording.notation.sheets import sheet_from
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.table_steps import possible_states
from oathbook.domain.rulesets.protocol import AnyRuleset
from tests.support.disputing import Table
from tests.support.playing import Json, die, ruleset_of

WHERE: Final = "deviation"
HEADER: Final = ("oathbook notation/1", "edition any", "seats any")
DEEP: Final = 3_000
ODD: Final[tuple[str, ...]] = (
    *("-1", "0", "1", "99", "10000000000000000000000", "1.5", "-0.0", "1e999", "NaN", "true", "null", '""', "[]", "{}"),
    *('"Nowhere"', "nobody", "nothing", "4 # four", '"#"', "=", "= 4", '"\\ud800"', '{"a":1,"a":2}', "[1,[2,[3]]]"),
    *("“4”", "é", "\u0085", '"\u2028"', "'", '"', "{", f"{'[' * DEEP}{']' * DEEP}", "12" * DEEP),
)
"""Values that people and programs write where they do not fit."""


class Deviation(NamedTuple):
    """Lines of a sheet about what a table did, and what came of them: the game as it then stands, or a refusal."""

    lines: tuple[str, ...]
    reader: SheetReader
    refused: str = ""

    @property
    def text(self) -> str:
        """The lines, for a person."""
        return "\n".join(self.lines)


class DeviantTable(Table):
    """A random game by the rules, which can be told at any moment to do something else."""

    tells = "rules"

    def __init__(self, ruleset: AnyRuleset, picks: random.Random, name: str) -> None:
        super().__init__(ruleset, picks, name)
        self.speech = GameNotation(ruleset, self.scribe.game.opened.setup())
        self.seats = [*(str(each.seat) for each in self.scribe.game.opened.seats), str(TABLE)]

    def deviate(self) -> Deviation:
        """Write a deviation down; where it is recorded, the game goes on from it."""
        try:
            lines = tuple(self._lines())
        except Misfit:  # the rules have no answer about where the table has got to
            lines = (f"! {self.picks.choice(self.seats)}:", "  then nothing")
        reader = SheetReader(self.scribe, self.speech, (), None)
        try:
            (rows,) = sheet_from("".join(f"{each}\n" for each in (*HEADER, *lines)).encode(), where=WHERE).steps
            reader = reader.read_step(rows, where=WHERE)
        except Refused as refused:
            return Deviation(lines, reader, str(refused))
        self.scribe = MemoryWriter(reader.writer.record, reader.writer.head)
        return Deviation(lines, reader)

    def _lines(self) -> Iterator[str]:
        """Some words of each kind that can stand in such a step, rarely in a wrong number."""
        picks = self.picks
        yield f"! {picks.choice(self.seats)}: {self._meant()}".rstrip()
        if picks.randrange(3) == 0:
            yield f"  says {picks.choice(('nobody noticed', 'it was # late', '“so”', 'é' * 300, '{', '! ash:'))}"
        if picks.randrange(3) == 0:
            yield from (f"  draw {self._draw()}" for _ in range(picks.randrange(3)))
        match picks.randrange(6):
            case 0:
                yield "  then nothing"
            case 1:
                yield from (f"  then {each}" for each in self._happened())
            case 2:
                yield from (f"  edit {self._edit()}" for _ in range(picks.randrange(1, 4)))
            case 3:
                yield f"  after {self._position()}"
            case 4:
                yield from (f"  then {each}" for each in self._happened())
                yield from (f"  edit {self._edit()}" for _ in range(picks.randrange(2)))
            case _:
                pass

    def _meant(self) -> str:
        """A decision: of this moment, of another seat, of another moment, or none."""
        values = self._decisions()
        if not values or self.picks.randrange(4) == 0:
            return ""
        value = self.picks.choice(values)
        if self.picks.randrange(5) == 0:
            return _text(_mutated({**value, "by": self.picks.choice(self.seats)}, self.picks))
        try:
            decision = self.scribe.decision_from(value)
            return write_decision(self.ruleset, self.state, decision, self.speech)
        except Refused:
            return _text(value)

    def _decisions(self) -> list[dict[str, Any]]:
        return [*self.past, *self._of_others(), *(self.options() if self.picks.randrange(3) == 0 else [])]

    def _of_others(self) -> list[dict[str, Any]]:
        """What each seat could decide if it were its turn."""
        states = [
            (seat, each) for seat in self.seats for each in possible_states(self.ruleset, self.state, Seat(seat))[1:]
        ]
        listed = [each for seat, state in states for each in self.ruleset.options(state, Seat(seat)).listed]
        return [json.loads(decision_text(each)) for each in listed]

    def _happened(self) -> Iterator[str]:
        """Sentences of events, or the events exactly, of what could follow here or was recorded before."""
        events = self._events()
        start = self.picks.randrange(len(events) or 1)
        for event in events[start : start + self.picks.randrange(1, 4)]:
            words = sentence_of(self.ruleset, event, self.scribe.game.opened.roster)
            exact = json.loads(value_text(event))
            match self.picks.randrange(8):
                case 0:
                    yield _text({"event": _mutated(exact, self.picks)})
                case 1 | 2:
                    yield self.speech.event.write(exact) or _text({"event": exact})
                case 3:
                    yield _text({"event": exact})
                case 4:
                    yield self._misspelt(words)
                case _:
                    yield words or "nothing"

    def _events(self) -> list[Any]:
        """What follows from something else that can be decided, or what followed once."""
        found: list[Any] = []
        if self.picks.randrange(2):
            values = self._decisions()
            for value in self.picks.sample(values, min(3, len(values))):
                decision = self.scribe.decision_from(value)
                found += [each.event for each in self.followed(decision).consequences]
        if not found:
            bodies = [each.body for each in self.scribe.record.entries()]
            found = [each.event for body in bodies for each in getattr(body, "consequences", ())]
        return found

    def _misspelt(self, words: str) -> str:
        parts = words.split() or ["x"]
        at = self.picks.randrange(len(parts))
        other = self.picks.choice((*self.seats, *parts, *ODD[:4], "no", "", "slot 3"))
        return " ".join((*parts[:at], other, *parts[at + 1 :])) or "nobody"

    def _draw(self) -> str:
        """A draw that nobody asks for, or one like those before."""
        words = ("heart", "shield", "B1", "Valley", "1", '""', "heart, heart, shield", "nothing", "“", "é")
        cards = self.picks.choice(words)
        label = self.picks.choice(("", "", "hand: ", "card/Valley/1: ", "strike/1/ash: ", "# "))
        seen = self.picks.choice(("", "", f" seen by {self.picks.choice(self.seats)}", " seen by zoe"))
        return f"{label}{cards}{seen}"

    def _position(self) -> str:
        value = json.loads(value_text(position_of(self.ruleset, self.state)))
        for _ in range(self.picks.randrange(3)):
            value = _mutated(value, self.picks)
        return self.picks.choice(ODD) if self.picks.randrange(12) == 0 else _text(value)

    def _edit(self) -> str:
        """Of a place, or in words of the title."""
        forms = self.ruleset.vocabulary.notation.edits
        in_words = forms and self.picks.randrange(3) == 0
        return self._edit_in_words(self.picks.choice(forms).says) if in_words else self._edit_of_a_place()

    def _edit_of_a_place(self) -> str:
        """A random place of the position and a value: of a like place, counted on, or odd."""
        here: Any = json.loads(value_text(position_of(self.ruleset, self.state)))
        everywhere, path = [*_leaves(here)], list[str]()
        while isinstance(here, dict | list) and here and self.picks.randrange(12):
            if isinstance(here, dict):
                fields = cast("Json", here)
                name = self.picks.choice([*fields])
                path.append(name)
                here = fields[name]
            else:
                here = self.picks.choice(cast("list[Any]", here))
                named = [each for each in _values(here) if isinstance(each, str)] if isinstance(here, dict) else [here]
                path.append(str(self.picks.choice(named or [""])))
        words = " ".join(f'"{each}"' if " " in each or not each else each for each in path)
        if self.picks.randrange(10) == 0:
            words = self.picks.choice(("", "zoe", f"{words} zoe", f'{words} "', f"“{words}”"))
        match self.picks.randrange(4):
            case 0:
                value = self.picks.choice(ODD)
            case 1 if isinstance(here, int):
                value = str(here + self.picks.choice((-1, 1)))
            case 2:
                value = _text(_mutated(here, self.picks))
            case _:
                value = _text(self.picks.choice(everywhere or [None]))
        return f"{words} {self.picks.choice(('', '', '', '+', '-'))}= {value}"

    def _edit_in_words(self, says: str) -> str:
        """A form with all its words, and a number or a random name in each place."""
        everywhere = [*_leaves(json.loads(value_text(position_of(self.ruleset, self.state))))]

        def fill(place: re.Match[str]) -> str:
            is_number = place[1] == "number" or self.picks.randrange(10) == 0
            return str(self.picks.randrange(-1, 4)) if is_number else _text(self.picks.choice(everywhere))

        return re.sub(r"\{\w+:?(\w*)\}", fill, re.sub(r"[\[\]]", "", says))


def _leaves(value: Any) -> Iterator[Any]:  # noqa: ANN401  # JSON
    if isinstance(value, dict | list):
        for each in _values(value):
            yield from _leaves(each)
    else:
        yield value


def _values(value: Any) -> list[Any]:  # noqa: ANN401  # JSON
    return [*cast("Json", value).values()] if isinstance(value, dict) else cast("list[Any]", value)


def _mutated(value: Any, picks: random.Random) -> Any:  # noqa: ANN401  # JSON
    """The value with one thing in it changed, left out, doubled or moved."""
    if isinstance(value, dict) and value and picks.randrange(15):
        fields = cast("Json", value)
        name = picks.choice([*fields])
        if picks.randrange(15) == 0:
            return {key: each for key, each in fields.items() if key != name}
        if picks.randrange(20) == 0:
            return {**fields, "more": 1}
        return {**fields, name: _mutated(fields[name], picks)}
    if isinstance(value, list) and value and picks.randrange(15):
        return _mutated_list(cast("list[Any]", value), picks)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) and picks.randrange(3):
        return value + picks.choice((-1, 1, 2))
    odd: tuple[Any, ...] = (-1, 0, 1, 10**6, 10**30, 1.5, None, True, "", "Nowhere", "ash", "bram", [], {}, [None])
    return picks.choice(odd)


def _mutated_list(value: list[Any], picks: random.Random) -> list[Any]:
    at = picks.randrange(len(value))
    return picks.choice(
        (
            [*value[:at], *value[at + 1 :]],
            [*value, value[at]],
            picks.sample(value, len(value)),
            *(3 * [[*value[:at], _mutated(value[at], picks), *value[at + 1 :]]]),
        )
    )


def _text(value: Any) -> str:  # noqa: ANN401  # JSON
    return json.dumps(value, ensure_ascii=False)


def deviant_table(edition: str, number: int) -> DeviantTable:
    """A random game of an edition under way, the same for the same number."""
    name = f"{edition} deviates {number}"
    table = DeviantTable(ruleset_of(edition), die(name), name)
    table.go_on(table.picks.randrange(12))
    return table
