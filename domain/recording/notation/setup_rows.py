"""The setup of a sheet: edition, components, seats and what is not as usual."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NoReturn, cast, get_args

import msgspec

from oathbook.domain.errors import BadRecord, Refused, UnknownEdition
from oathbook.domain.games.game_events import EntryMode, GameOpened, TakebackPolicy
from oathbook.domain.kernel import is_seat_name
from oathbook.domain.recording.format.bearer_keys import key_digest
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.setup_documents import (
    SetupDocument,
    default_components,
    did_you_mean,
    parse_setup,
    resolve_setup,
)
from oathbook.domain.recording.format.strict_json import parse_json
from oathbook.domain.recording.notation.sheets import FIRST_LINE, SheetRow, refuse_at
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup

_MOST_BYTES: Final = 1024 * 1024
_KEY: Final = "key"
_HEX: Final = re.compile(r"[0-9a-f]{8,}|[\w-]{43}")
_DIGEST_DIGITS: Final = 64
_SEAT: Final = re.compile(r'\s*(?P<seat>[^\s,"]+)[ \t]*(?P<name>"(?:[^"\\]|\\.)*"|[^,"]*?)\s*(?:,|$)')


class SetupRows:
    """The rows of a setup by their words, and what each says."""

    def __init__(self, rows: tuple[SheetRow, ...], where: str, last: int) -> None:
        """Take the rows, the name of the file, and the number of its last line."""
        self.where, self.last = where, last
        self.rows = {row.word: row for row in rows}
        self.switches = tuple(row for row in rows if row.word == "switch")
        for row in rows:
            if row.word != "switch" and self.rows[row.word] is not row:
                refuse_at(where, self.rows[row.word].number, 1, f"there are two lines for {row.word}")

    def ruleset(self, ruleset_of: Callable[[str], AnyRuleset]) -> AnyRuleset:
        """The ruleset of the edition; ``UnknownEdition`` says which there are."""
        row = self._row("edition")
        try:
            return ruleset_of(_rest(row))
        except UnknownEdition as unknown:
            raise UnknownEdition(f"{self.where}: line {row.number}, column {row.start + 1}: {unknown}") from None

    def read(self, ruleset: AnyRuleset) -> tuple[SetupDocument, Setup]:
        """The setup; ``BadRecord`` names line and column."""
        value: dict[str, Any] = {"seats": self._seats(), "components": self._components(ruleset)}
        value |= {"switches": dict(self._switch(row) for row in self.switches)}
        if "start" in self.rows:
            value["start"] = self._json(self.rows["start"], self.rows["start"].start)
        if "reveal" in self.rows:
            value["reveal"] = _rest(self.rows["reveal"])
        try:
            told = parse_setup(value, where="setup")
            return told, resolve_setup(ruleset, told, where="setup")
        except Refused as refused:
            self.refuse(str(refused))

    def entry(self) -> EntryMode:
        """Who writes decisions down; ``BadRecord`` names line and column."""
        found: EntryMode = self._one_of("entry", EntryMode, "seats")
        return found

    def takebacks(self) -> TakebackPolicy:
        """What may be taken back; ``BadRecord`` names line and column."""
        found: TakebackPolicy = self._one_of("takebacks", TakebackPolicy, "never")
        return found

    def _one_of(self, word: str, choices: Any, usual: Any) -> Any:
        row = self.rows.get(word)
        if row is None:
            return usual
        if _rest(row) not in get_args(choices):
            refuse_at(self.where, row.number, row.start + 1, f"{word} is one of {', '.join(get_args(choices))}")
        return _rest(row)

    def refuse(self, says: str) -> NoReturn:
        """``BadRecord`` at the row that a refusal of the setup speaks of, or at the first."""
        word = next((each for each in self.rows if re.search(rf"\b{each}", says)), "seats")
        row = self.rows.get(word, self._row("seats"))
        refuse_at(self.where, row.number, row.start + 1, says)

    def _row(self, word: str) -> SheetRow:
        if word not in self.rows:
            refuse_at(self.where, self.last, 1, f"the sheet has no line for {word}")
        return self.rows[word]

    def _components(self, ruleset: AnyRuleset) -> Any:
        usual_set = default_components(ruleset)
        if "components" not in self.rows and usual_set is not None:
            return usual_set
        row = self._row("components")
        named = _CHANGED.fullmatch(row.text, row.start)
        if named is None:
            return self._json(row, row.start) if _rest(row).startswith("{") else _rest(row)
        if named["name"] not in ruleset.edition.components:
            says = f"there is no set “{named['name']}”{did_you_mean(named['name'], ruleset.edition.components)}"
            refuse_at(self.where, row.number, row.start + 1, says)
        usual = json.loads(value_text(ruleset.edition.components[named["name"]]))
        return {**usual, **self._json(row, named.start("changes"))}

    def _seats(self) -> list[dict[str, str]]:
        row = self._row("seats")
        seats: list[dict[str, str]] = []
        at = row.start
        while at < len(row.text):
            found = _SEAT.match(row.text, at)
            if found is None or not is_seat_name(found["seat"]):
                says = "a seat is a short word in small letters, a player's name may follow, then a comma"
                refuse_at(self.where, row.number, at + 1, says)
            name = found["name"]
            if seats and found["seat"] == _KEY and _HEX.fullmatch(name):
                seats[-1] |= {"key": self._digest(row, found)}
                at = found.end()
                continue
            player = self._text(row, found.start("name")) if name.startswith('"') else name
            seats.append({"seat": found["seat"], **({"player": player} if player else {})})
            at = found.end()
        return seats

    def _digest(self, row: SheetRow, found: re.Match[str]) -> str:
        """The digest of the key of the seat before it; refuses what is none, and the key itself."""
        if key_digest(found["name"]):
            digest = key_digest(found["name"])
            says = f"this is the key itself, which nobody else may see; its digest stands here: {digest}"
            refuse_at(self.where, row.number, found.start("name") + 1, says)
        if len(found["name"]) != _DIGEST_DIGITS:
            says = "a key stands here by its digest, 64 of the digits 0 to 9 and a to f; “oathbook key” prints it"
            refuse_at(self.where, row.number, found.start("name") + 1, says)
        return found["name"]

    def _switch(self, row: SheetRow) -> tuple[str, str]:
        words = _rest(row).split()
        if len(words) != len(("switch", "setting")):
            refuse_at(self.where, row.number, row.start + 1, "a switch and its setting are expected")
        return words[0], words[1]

    def _text(self, row: SheetRow, at: int) -> str:
        text = _STRING.match(row.text, at)
        try:
            return str(parse_json(text[0] if text else "", where=""))
        except BadRecord as problem:
            refuse_at(self.where, row.number, at + 1, str(problem).removeprefix(": "))

    def _json(self, row: SheetRow, at: int) -> dict[str, Any]:
        try:
            value = parse_json(row.text[at:], where="", most_bytes=_MOST_BYTES)
        except BadRecord as problem:
            refuse_at(self.where, row.number, at + 1, str(problem).removeprefix(": "))
        if not isinstance(value, dict):
            refuse_at(self.where, row.number, at + 1, "an object of JSON is expected: {…}")
        return cast("dict[str, Any]", value)


_CHANGED: Final = re.compile(r"\s*(?P<name>[^\s{]+)\s+with\s+(?P<changes>\{.*)")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')


def _rest(row: SheetRow) -> str:
    return row.text[row.start :].strip()


def setup_lines(ruleset: AnyRuleset, opened: GameOpened[Any, Any, Any]) -> Iterator[str]:
    """The lines of a setup, as short as they can be."""
    yield FIRST_LINE
    yield f"edition {opened.edition}"
    yield f"components {_components(ruleset, opened.components)}"
    yield f"seats {', '.join(_seat(str(each.seat), each.player, each.key) for each in opened.seats)}"
    switches: Any = opened.switches
    usual = msgspec.to_builtins(msgspec.convert({}, ruleset.wire.switches))
    for switch, setting in msgspec.to_builtins(switches).items():
        if usual.get(switch) != setting:
            yield f"switch {switch} {setting}"
    if opened.start is not None:
        yield f"start {value_text(opened.start).decode()}"
    if opened.reveal != "all":
        yield f"reveal {opened.reveal}"
    if opened.entry != "seats":
        yield f"entry {opened.entry}"
    if opened.takebacks != "never":
        yield f"takebacks {opened.takebacks}"


def _components(ruleset: AnyRuleset, components: Any) -> str:
    """The name of a set; with what is different, if not all of it is as installed."""
    name = getattr(components, "name", "")
    told = json.loads(value_text(components))
    usual = json.loads(value_text(ruleset.edition.components.get(name)))
    if usual is None or not usual.keys() <= told.keys():
        return _short(told)
    changes = {key: value for key, value in told.items() if key not in usual or value != usual[key]}
    return f"{name} with {_short(changes)}" if changes else name


def _short(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _seat(seat: str, player: str, key: str) -> str:
    is_bare = re.fullmatch(r'[^\s,"#:](?:[^,"#:\n\r\t]*[^\s,"#:])?', player) is not None and player.isprintable()
    if seat == _KEY and _HEX.fullmatch(player):
        is_bare = False
    name = "" if not player else f" {player if is_bare else json.dumps(player, ensure_ascii=False)}"
    is_digest = re.fullmatch("[0-9a-f]{64}", key) is not None
    return f"{seat}{name}{f', {_KEY} {key}' if is_digest else ''}"
