"""Bodies that somebody might send by mistake or on purpose, each with the answer that is due to it."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from oathbook.domain.kernel.limits import BODY_BYTES, DEPTH, DRAWS_PER_STEP, EVENTS_PER_GAME, SEATS
from tests.support.playing import Json

LONG: Final = "q" * 10_000
"""Something that no answer says again as a whole."""

BAD: Final = (400, "bad-input")
INVALID: Final = (422, "invalid-request")
LARGE: Final = (413, "too-large")
Due = tuple[int, str]
"""A status, and the name of the problem."""


class Nasty(NamedTuple):
    """A body, the problem that it is, and what the detail says: the field, or the place."""

    name: str
    body: bytes
    due: Due
    says: str


def no_json(valid: bytes) -> Iterator[Nasty]:
    """What can be wrong with any body that should be JSON, made from one that is right."""
    for name, body, says in _texts(valid):
        yield Nasty(name, body, BAD, f"body: {says}")
    for name, value, says in _VALUES:
        yield Nasty(name, valid[:-1] + b',"x":' + value + b"}", BAD, f"body: {says}")
    for name, value in _NO_OBJECTS.items():
        yield Nasty(f"{name} for an object", value, INVALID, "body: Input should be")
    yield Nasty("a field nobody asked for", valid[:-1] + b',"x":1}', INVALID, "body.x: Extra inputs")
    yield Nasty("a name of 10,000 letters", valid[:-1] + b',"%b":1}' % LONG.encode(), INVALID, "body.qqq")
    yield Nasty("5,000 fields", valid[:-1] + b"".join(b',"k%d":1' % n for n in range(5_000)) + b"}", INVALID, "body.k0")
    yield Nasty("a byte too much", valid.ljust(BODY_BYTES + 1), LARGE, "65,536 bytes")
    yield Nasty("depth 100,000", b"[" * 100_000 + b"]" * 100_000, LARGE, "65,536 bytes")


def _texts(valid: bytes) -> Iterator[tuple[str, bytes, str]]:
    """Name, body, and what is said."""
    text = valid.decode()
    yield from (
        ("nothing", b"", "Expecting value"),
        ("blanks", b" \n\t ", "Expecting value"),
        ("half a body", valid[: len(valid) // 2], ""),
        ("two bodies", valid + valid, "Extra data"),
        ("something behind it", valid + b"x", "Extra data"),
        ("a byte-order mark", b"\xef\xbb\xbf" + valid, "Expecting value"),
        ("UTF-16", text.encode("utf-16"), "it is not UTF-8 text"),
        ("UTF-16 without a mark", text.encode("utf-16-le"), "Expecting"),
        ("UTF-32", text.encode("utf-32"), "it is not UTF-8 text"),
        ("Latin-1", valid[:-1] + b',"x":"\xe9"}', "it is not UTF-8 text"),
        ("a surrogate in bytes", valid[:-1] + b',"x":"\xed\xa0\x80"}', "it is not UTF-8 text"),
        ("an overlong slash", valid[:-1] + b',"x":"\xc0\xaf"}', "it is not UTF-8 text"),
        ("beyond Unicode", valid[:-1] + b',"x":"\xf4\x90\x80\x80"}', "it is not UTF-8 text"),
        ("half a letter", valid[:-1] + b',"x":"\xe2\x82"}', "it is not UTF-8 text"),
        ("a NUL byte", valid.replace(b"{", b"{\0", 1), "Expecting property name"),
        ("a line break in a text", valid[:-1] + b',"x":"\n"}', "Invalid control character"),
        ("a key without quotes", valid[:-1] + b",x:1}", "Expecting property name"),
        ("a comma at the end", valid[:-1] + b",}", ""),
        ("a comment", b"/* */" + valid, "Expecting value"),
        ("a form", b"edition=knights_duty%2F1", "Expecting value"),
        ("XML", b"<?xml version='1.0'?><decision/>", "Expecting value"),
        ("single quotes", text.replace('"', "'").encode(), "Expecting property name"),
        ("a key twice", valid[:-1] + b',"x":1,"x":1}', "key “x” occurs twice"),
        ("a key twice further in", valid[:-1] + b',"x":[{"y":1,"y":2}]}', "key “y” occurs twice"),
        ("a key twice, escaped", valid[:-1] + b',"x":1,"\\u0078":1}', "key “x” occurs twice"),
        ("a key of 10,000 letters twice", valid[:-1] + b',"%b":1,"%b":1}' % ((LONG.encode(),) * 2), "key “qqq"),
        ("a key that is not ASCII", valid[:-1] + ',"é":1}'.encode(), "key “é” occurs twice or is not ASCII"),
        ("a surrogate as a key", valid[:-1] + b',"\\ud800":1}', "key “\\ud800” occurs twice or is not ASCII"),
        ("30,000 brackets", b"[" * 30_000 + b"]" * 30_000, "it is nested deeper than 16"),
        ("65,000 open brackets", b"[" * 65_000, "it is nested deeper than 16"),
        ("10,000 open braces", b'{"x":' * 10_000, "it is nested deeper than 16"),
    )


_VALUES: Final = (
    ("an escaped surrogate", b'"\\ud800"', "it is not UTF-8 text"),
    ("surrogates the wrong way round", b'"\\udc00\\ud800"', "it is not UTF-8 text"),
    ("a surrogate further in", b'[{"y":"a\\udfffb"}]', "it is not UTF-8 text"),
    ("NaN", b"NaN", "NaN is not a number"),
    ("Infinity", b"Infinity", "Infinity is not a number"),
    ("-Infinity", b"-Infinity", "-Infinity is not a number"),
    ("1e400", b"1e400", "1e400 is a fraction"),
    ("-1e-400", b"-1e-400", "-1e-400 is a fraction"),
    ("a fraction", b"1.5", "1.5 is a fraction"),
    ("a fraction of 20,000 digits", b"0." + b"3" * 20_000, "0.333333333333333333 is a fraction"),
    ("2**53", b"9007199254740992", "9007199254740992 is beyond"),
    ("-2**53", b"-9007199254740992", "-9007199254740992 is beyond"),
    ("2**63", b"9223372036854775808", "9223372036854775808 is beyond"),
    ("2**64", b"18446744073709551616", "18446744073709551616 is beyond"),
    ("10**5000", b"1" + b"0" * 5_000, "10000000000000000000 is beyond"),
    ("60,000 digits", b"9" * 60_000, "99999999999999999999 is beyond"),
    ("a nought in front", b"01", "Expecting ',' delimiter"),
    ("a plus in front", b"+1", "Expecting value"),
    ("hexadecimal", b"0x10", "Expecting ',' delimiter"),
    ("True", b"True", "Expecting value"),
    ("undefined", b"undefined", "Expecting value"),
    ("a broken escape", b'"\\x41"', "Invalid \\escape"),
    ("half an escape", b'"\\u12"', "Invalid \\uXXXX escape"),
    ("one level too deep", b"[" * DEPTH + b"]" * DEPTH, "it is nested deeper than 16"),
    ("one level too deep in objects", b'{"y":' * DEPTH + b"1" + b"}" * DEPTH, "it is nested deeper than 16"),
)

_NO_OBJECTS: Final[Mapping[str, bytes]] = {
    "an array": b"[]",
    "an array of it": b"[{}]",
    "a text": b'"{}"',
    "a number": b"1",
    "null": b"null",
    "true": b"true",
}

Odd = tuple[str, Mapping[str, Any], Due, str]
"""A name, the fields that are changed (nothing takes one away), what is due, and what is said."""


class _Away:
    """Marks a field that is taken away."""


AWAY: Final = _Away()

_SEAT: Final[Json] = {"seat": "ash"}
_SEATS: Final[list[Json]] = [{"seat": f"seat-{number}"} for number in range(SEATS + 1)]

GAMES: Final[tuple[Odd, ...]] = (
    ("no edition", {"edition": AWAY}, INVALID, "body.edition: Field required"),
    ("an edition that is a number", {"edition": 1}, INVALID, "body.edition"),
    ("an edition of 81 letters", {"edition": "q" * 81}, INVALID, "body.edition"),
    ("an edition that nobody has", {"edition": "chess/1"}, (404, "unknown-edition"), "knights_duty/1"),
    ("an edition with a NUL", {"edition": "knights_duty/1\0"}, (404, "unknown-edition"), "knights_duty/1"),
    ("no seats", {"seats": AWAY}, INVALID, "body.seats: Field required"),
    ("an empty list of seats", {"seats": []}, BAD, "seat"),
    ("seats that are an object", {"seats": {"ash": ""}}, INVALID, "body.seats"),
    ("as many seats as may be", {"seats": _SEATS[:SEATS], "start": None}, BAD, "seats"),
    ("one seat too many", {"seats": _SEATS}, INVALID, "body.seats"),
    ("8,000 seats", {"seats": [{}] * 8_000}, INVALID, "body.seats"),
    ("a seat that is a text", {"seats": ["ash", "birch"]}, INVALID, "body.seats.0"),
    ("a seat without its name", {"seats": [{}, _SEAT]}, INVALID, "body.seats.0.seat"),
    ("a seat of 33 letters", {"seats": [{"seat": "q" * 33}, _SEAT]}, INVALID, "body.seats.0.seat"),
    ("a seat in capitals", {"seats": [{"seat": "Ash"}, _SEAT]}, BAD, "seats: “Ash”"),
    ("a seat with a line break", {"seats": [{"seat": "birch\n"}, _SEAT]}, BAD, "seats: “birch\\n”"),
    ("a seat called table", {"seats": [{"seat": "table"}, _SEAT]}, BAD, "seats: “table”"),
    ("a seat called public", {"seats": [{"seat": "public"}, _SEAT]}, BAD, "seats: “public”"),
    ("a seat twice", {"seats": [_SEAT, _SEAT]}, BAD, "seats: “ash”"),
    ("a player of 201 letters", {"seats": [{**_SEAT, "player": "q" * 201}]}, INVALID, "body.seats.0.player"),
    ("a key that is no digest", {"seats": [{**_SEAT, "key": "zz"}]}, INVALID, "body.seats.0.key"),
    ("a key in capitals", {"seats": [{**_SEAT, "key": "A" * 64}]}, INVALID, "body.seats.0.key"),
    ("a key with a line break", {"seats": [{**_SEAT, "key": "a" * 64 + "\n"}]}, INVALID, "body.seats.0.key"),
    ("a host's key in Arabic digits", {"host_key": "٣" * 64}, INVALID, "body.host_key"),
    ("no components", {"components": AWAY}, INVALID, "body.components"),
    ("components of null", {"components": None}, INVALID, "body.components"),
    ("components that are a list", {"components": []}, INVALID, "body.components"),
    ("components nobody has", {"components": "chess"}, BAD, "components: there is no set “chess”"),
    ("components with a long name", {"components": LONG}, BAD, "components: there is no set “qqq"),
    ("components without a board", {"components": {}}, BAD, "components: "),
    ("components of numbers", {"components": {"board": 2**53 - 1}}, BAD, "components: "),
    ("switches that are a list", {"switches": []}, INVALID, "body.switches"),
    ("a switch that is a number", {"switches": {"KA-1": 1}}, INVALID, "body.switches.KA-1"),
    ("a switch nobody has", {"switches": {LONG: ""}}, BAD, "switches: "),
    ("5,000 switches", {"switches": {f"k{n}": 1 for n in range(5_000)}}, INVALID, "body.switches.k0"),
    ("a start that is a list", {"start": []}, INVALID, "body.start"),
    ("a start of another game", {"start": {"chessmen": 32}}, BAD, "start: "),
    ("a start with numbers below nought", {"start": {"stage": "planning", "turn": -1}}, BAD, "start: "),
    ("a start without Knights", {"start": {"stage": "planning", "turn": 2}}, BAD, "start"),
    ("a start with nobody's Knight", {"start": {"knights": [{"seat": LONG}]}}, BAD, "start: "),
    ("chance by dice", {"chance": "dice"}, INVALID, "body.chance"),
    ("chance of null", {"chance": None}, INVALID, "body.chance"),
    ("a reveal of half", {"reveal": "half"}, INVALID, "body.reveal"),
    ("a host's key that is short", {"host_key": "ab"}, INVALID, "body.host_key"),
)

_DRAW: Final[Json] = {"label": "strike/1/ash", "drawn": ["shield"]}

DRAWS: Final[tuple[Odd, ...]] = (
    ("draws that are an object", {"draws": {}}, INVALID, "body.draws"),
    ("draws of null", {"draws": None}, INVALID, "body.draws"),
    ("one draw too many", {"draws": [_DRAW] * (DRAWS_PER_STEP + 1)}, INVALID, "body.draws"),
    (
        "as many draws as may be",
        {"draws": [{"label": str(n), "drawn": []} for n in range(DRAWS_PER_STEP)]},
        BAD,
        "draws",
    ),
    ("a draw that is a text", {"draws": ["shield"]}, INVALID, "body.draws"),
    ("a draw without a label", {"draws": [{"drawn": []}]}, INVALID, "body.draws.0.label"),
    ("a label of 201 letters", {"draws": [{"label": "q" * 201, "drawn": []}]}, INVALID, "body.draws.0.label"),
    ("a label that is a number", {"draws": [{"label": 1, "drawn": []}]}, INVALID, "body.draws.0.label"),
    ("cards that are a text", {"draws": [{**_DRAW, "drawn": "shield"}]}, INVALID, "body.draws.0.drawn"),
    ("a card that is a number", {"draws": [{**_DRAW, "drawn": [1]}]}, INVALID, "body.draws.0.drawn.0"),
    ("a card of 201 letters", {"draws": [{**_DRAW, "drawn": ["q" * 201]}]}, INVALID, "body.draws.0.drawn.0"),
    ("as many cards as may be", {"draws": [{**_DRAW, "drawn": ["q"] * 1_000}]}, BAD, "draws"),
    ("one card too many", {"draws": [{**_DRAW, "drawn": ["q"] * 1_001}]}, INVALID, "body.draws.0.drawn"),
    ("witnesses", {"draws": [{**_DRAW, "witnesses": ["ash"]}]}, INVALID, "body.draws.0.witnesses"),
    ("a draw with a pile", {"draws": [{**_DRAW, "pile": []}]}, INVALID, "body.draws.0.pile"),
    ("a draw nobody asks for", {"draws": [_DRAW]}, BAD, "draws"),
    ("a decision that is a list", {"decision": ["lay_plan"]}, INVALID, "body.decision"),
    ("a decision that is a text", {"decision": "lay_plan"}, INVALID, "body.decision"),
)
"""What can be wrong wherever a decision is sent with its draws."""


def no_decision(says: str) -> tuple[Odd, ...]:
    """No decision at all, and what the answer says of it."""
    return ("no decision", {"decision": AWAY}, INVALID, says), ("a decision of null", {"decision": None}, INVALID, says)


def decided(by: Json) -> tuple[Odd, ...]:
    """What can be wrong with a decision; ``by`` says whose it is."""
    return tuple((name, {"decision": {**by, **decision}}, BAD, says) for name, decision, says in _DECISIONS)


_DECISIONS: Final[tuple[tuple[str, Json, str], ...]] = (
    ("a decision without a kind", {"slots": []}, "decision: "),
    ("a kind that is a number", {"kind": 1}, "decision: "),
    ("a kind nobody knows", {"kind": "castle"}, "decision: kind: “castle” cannot stand here"),
    ("a kind of 10,000 letters", {"kind": LONG}, "decision: kind: “qqq"),
    ("a field too many", {"kind": "lay_plan", "slots": [], LONG: 1}, "decision: "),
    ("a field too few", {"kind": "lay_plan"}, "decision: “slots” is missing"),
    ("slots that are a text", {"kind": "lay_plan", "slots": "bow"}, "decision: slots: "),
    ("a slot of numbers", {"kind": "lay_plan", "slots": [2**53 - 1]}, "decision: slots 1: "),
    ("a token nobody has", {"kind": "lay_plan", "slots": ["queen"]}, "decision: slots 1: "),
    ("a token of 10,000 letters", {"kind": "lay_plan", "slots": [LONG]}, "decision: slots 1: "),
    ("five slots", {"kind": "lay_plan", "slots": ["bow"] * 5}, "decision: slots: "),
    ("20,000 slots", {"kind": "lay_plan", "slots": [0] * 20_000}, "decision: slots: "),
    ("a target that is a list", {"kind": "declare_target", "target": []}, "decision: target: "),
    ("a space that is an object", {"kind": "move", "to": {}}, "decision: to: "),
    ("yes for true", {"kind": "inspire", "use": "yes"}, "decision: use: "),
)


ASKED: Final[tuple[Odd, ...]] = (
    ("neither a game nor a setup", {"game": AWAY}, INVALID, "name either a game"),
    ("a game and a setup", {"setup": {}}, INVALID, "name either a game"),
    ("a position without a game", {"game": AWAY, "setup": {}, "at": 1}, INVALID, "name either a game"),
    ("a game that is a number", {"game": 1}, INVALID, "body.game"),
    ("a game of 65 letters", {"game": "q" * 65}, INVALID, "body.game"),
    ("a game nobody has", {"game": "nobody"}, (404, "not-found"), "no game 'nobody'"),
    ("position 0", {"at": 0}, INVALID, "body.at"),
    ("a position below nought", {"at": -1}, INVALID, "body.at"),
    ("a position beyond all games", {"at": EVENTS_PER_GAME + 1}, INVALID, "body.at"),
    ("a position beyond this game", {"at": EVENTS_PER_GAME}, (404, "not-found"), "position 100000"),
    ("a position that is a list", {"at": [1]}, INVALID, "body.at"),
    ("a position in quotes", {"at": "1"}, INVALID, "body.at"),
    ("a position that is true", {"at": True}, INVALID, "body.at"),
    ("a setup that is a text", {"game": AWAY, "setup": "knights_duty/1"}, INVALID, "body.setup"),
    ("a setup that is empty", {"game": AWAY, "setup": {}}, BAD, "setup: edition"),
    ("a setup of edition 1", {"game": AWAY, "setup": {"edition": 1}}, BAD, "setup: edition"),
    ("a setup of chess", {"game": AWAY, "setup": {"edition": "chess/1"}}, (404, "unknown-edition"), "knights_duty/1"),
    ("a decision by nobody", {"decision": {"kind": "lay_plan", "slots": []}}, BAD, "decision: by"),
    ("a decision by 1", {"decision": {"by": 1, "kind": "lay_plan", "slots": []}}, BAD, "decision: by"),
    ("a stranger's", {"decision": {"by": LONG, "kind": "lay_plan", "slots": []}}, BAD, "decision: by: there is no"),
    ("a label twice", {"draws": [_DRAW, _DRAW]}, BAD, "is drawn twice"),
)


LETTERS: Final[tuple[Odd, ...]] = (
    ("no letter", {"letter": AWAY}, INVALID, "body.letter: Field required"),
    ("a letter that is a list", {"letter": []}, INVALID, "body.letter"),
    ("a letter of 8,193 letters", {"letter": "q" * 8_193}, INVALID, "body.letter"),
    ("a letter of 4,097 letters", {"letter": "q" * 4_097}, (422, "bad-letter"), "longer than 4,096 bytes"),
    ("an empty letter", {"letter": ""}, (422, "bad-letter"), "not finished"),
    ("a letter with a NUL", {"letter": "Red\0"}, (422, "bad-letter"), "U+0000"),
    ("a letter that turns round", {"letter": "Red \u202e"}, (422, "bad-letter"), "U+202E"),
    ("4,000 brackets", {"letter": "(" * 4_000}, (422, "bad-letter"), "column 1"),
    ("1,900 brackets", {"letter": f"Red promises if {'(' * 1_900}Red{')' * 1_900}"}, (422, "bad-letter"), "here could"),
    ("a verb nobody has", {"letter": "Red promises to yodel."}, (422, "bad-letter"), "column 17: “yodel”"),
    ("a game that is a number", {"game": 1}, INVALID, "body.game"),
    ("a game nobody has", {"game": "q" * 64}, (404, "not-found"), "q"),
    ("an id of 65 letters", {"game": "q" * 65}, INVALID, "body.game"),
    ("a game and an edition", {"game": "q", "edition": "knights_duty/1"}, INVALID, "body"),
    ("an edition that nobody has", {"edition": "chess/1"}, (404, "unknown-edition"), "knights_duty/1"),
    ("seats without an edition", {"seats": ["ash"]}, INVALID, "body"),
    ("seats that are numbers", {"edition": "knights_duty/1", "seats": [1]}, INVALID, "body.seats.0"),
    ("a seat in capitals", {"edition": "knights_duty/1", "seats": ["Ash"]}, BAD, "seats: “Ash”"),
    ("the same seat twice", {"edition": "knights_duty/1", "seats": ["ash", "ash"]}, BAD, "seats: “ash”"),
    ("one seat too many", {"edition": "knights_duty/1", "seats": ["ash"] * (SEATS + 1)}, INVALID, "body.seats"),
)


def changed(valid: Json, odds: tuple[Odd, ...]) -> Iterator[Nasty]:
    """A valid body with fields changed."""
    for name, changes, due, says in odds:
        body = {key: value for key, value in {**valid, **changes}.items() if value is not AWAY}
        yield Nasty(name, json.dumps(body, ensure_ascii=False).encode(), due, says)
