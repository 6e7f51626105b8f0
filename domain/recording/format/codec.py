"""Events to bytes and back. Here hidden values are split from the public line and joined again (folds: ``marks``)."""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache
from typing import Any, Final, NoReturn, get_args

import msgspec
from msgspec import Raw, Struct, convert
from msgspec.json import Decoder
from msgspec.structs import replace

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.games.game_events import Entry, EventBody
from oathbook.domain.kernel import Hidden, Opened, Seat, Viewer
from oathbook.domain.kernel.canonical import canonical_bytes, event_hash, hidden_digest
from oathbook.domain.recording.format.envelope import Envelope, Mark, Opening, ShownValue
from oathbook.domain.recording.format.topics import Topic, topic_of, topics_of
from oathbook.domain.rulesets.protocol import WireTypes

Openings = Mapping[str, tuple[str, Raw]]  # salt and canonical value of hidden fields, by their digest

_Salts = Callable[[], str] | None
DECODE_ERRORS: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class EncodedEvent(Struct, frozen=True, gc=False):
    """An event with its bytes: the public line, the openings line (or nothing), and the hash of the first.

    ``topic`` is the one it is written under, ``hides`` are the digests of its hidden fields, ``to`` for whose eyes each
    of them is, ``withheld`` how many have no opening here, ``reveals`` the openings it shows to everybody.
    """

    entry: Entry
    line: bytes
    openings: bytes
    hash: str
    prev: str
    game: str
    topic: str
    hides: tuple[str, ...] = ()
    to: tuple[tuple[Seat, ...], ...] = ()
    withheld: int = 0
    reveals: Openings = {}


class _CodecContext:
    """What one writing or reading notes on its way."""

    def __init__(self, known: Openings, salts: _Salts = None, checked: Openings | None = None) -> None:
        self.known, self.salts, self.checked = known, salts, checked or {}
        self.openings: list[Opening] = []
        self.hides: list[str] = []
        self.to: list[tuple[Seat, ...]] = []
        self.reveals: dict[str, tuple[str, Raw]] = {}
        self.sealed: dict[int, str] = {}


_PASS: ContextVar[_CodecContext] = ContextVar("_PASS")


class StreamCodec:
    """Writes and reads the events of streams of one kind."""

    def __init__(self, topics: Mapping[str, Topic], named: Callable[[Any], str]) -> None:
        """Take the topics that may stand in them, and what names the topic that a body is written under."""
        self._topics = topics
        self._topic_of = named
        self._decoders = {name: Decoder(topic.kind, dec_hook=_decode_hidden) for name, topic in topics.items()}

    def write(self, entry: Entry, *, game: str, prev: str, salts: Callable[[], str]) -> EncodedEvent:
        """Write an event; hidden fields that were not sealed before get a salt now."""
        topic = self._topic_of(entry.body)
        stored = self._topics[topic].stored
        data = entry.body if stored is None else stored(entry.body)
        return self._write(entry, topic, data, game=game, prev=prev, salts=salts)

    def read(self, line: bytes, openings: bytes = b"", *, game: str = "", position: int = 0) -> EncodedEvent:
        """Read an event strictly: known topic, known keys, and the same bytes when written again.

        ``game`` and ``position`` say where the line was found. Raises ``CorruptRecord`` naming the place.
        """
        try:
            return self._read(line, openings)
        except (*DECODE_ERRORS, _MalformedEvent) as problem:
            raise CorruptRecord(game, position, str(problem).splitlines()[0]) from None

    def rechain(self, event: EncodedEvent, *, game: str, prev: str) -> EncodedEvent:
        """The same event in the stream of another game: the same position, data and digests, and another chain."""
        line = canonical_bytes(replace(_ENVELOPE.decode(event.line), game=game, prev=prev))
        return self.read(line, event.openings, game=game, position=event.entry.position)

    def join_openings(self, event: EncodedEvent, known: Openings) -> Entry:
        """The event with hidden fields joined that others have opened, or opened later.

        Raises ``CorruptRecord`` where a value that was shown is none that could have been hidden there.
        """
        if not event.withheld or not any(digest in known for digest in event.hides):
            return event.entry
        envelope = _ENVELOPE.decode(event.line)
        try:
            raw, _ = self._decode(envelope, {**known, **_openings_in(event.openings)})
        except DECODE_ERRORS as problem:
            what = f"a value that is shown elsewhere does not fit what is hidden here: {problem}"
            raise CorruptRecord(event.game, event.entry.position, what) from None
        return replace(event.entry, body=self._upcast(envelope.type, raw))

    def openings_for(self, event: EncodedEvent, viewer: Viewer) -> bytes:
        """The openings line of an event with what a viewer may see, or nothing."""
        return self.redact(event, viewer).openings

    def redact(self, event: EncodedEvent, viewer: Viewer) -> EncodedEvent:
        """The event with the openings that a viewer may see and no others; it has been read strictly before."""
        if not event.openings or all(viewer in to for to in event.to):
            return event
        own = _openings_in(event.openings)
        kept = {sd: own[sd] for sd, to in zip(event.hides, event.to, strict=True) if sd in own and viewer in to}
        if len(kept) == len(own):
            return event
        raw, _ = self._decode(_ENVELOPE.decode(event.line), kept)
        openings = canonical_bytes([Opening(*each) for each in kept.values()]) if kept else b""
        entry = replace(event.entry, body=self._upcast(event.topic, raw))
        return replace(event, entry=entry, openings=openings, withheld=len(event.hides) - len(kept))

    def write_value(self, value: object, salts: Callable[[], str]) -> tuple[bytes, bytes]:
        """A state by itself, split as an event's data is: the public line and the openings line."""
        data, noted = _encode(value, salts)
        return bytes(data), canonical_bytes(noted.openings) if noted.openings else b""

    def read_value(self, kind: Any, line: bytes, openings: bytes) -> Any:
        """A value of that type, joined with its openings; raises msgspec's errors where it does not fit."""
        return reader_of(kind)(line, openings)

    def _read(self, line: bytes, openings: bytes) -> EncodedEvent:
        envelope = _ENVELOPE.decode(line)
        if envelope.type not in self._topics:
            _reject(f"unknown topic {envelope.type!r}")
        known = _openings_in(openings)
        raw, found = self._decode(envelope, known)
        if not known.keys() <= set(found.hides):
            _reject("an opening fits none of the event's hidden fields")
        data, again = _encode(raw, None, found.reveals)
        if data != envelope.data or canonical_bytes(envelope) != line:
            _reject("its bytes differ when it is written again")
        if openings != (canonical_bytes(again.openings) if again.openings else b""):
            _reject("its openings differ when they are written again")
        body = self._upcast(envelope.type, raw)
        if self._topics[envelope.type].upcast is None and (today := self._topic_of(body)) != envelope.type:
            _reject(f"what is written under {envelope.type!r} belongs under {today!r}")
        entry = Entry(envelope.n, envelope.step, envelope.at, envelope.by, body)
        return _encoded_event(entry, line, openings, again, envelope)

    def _decode(self, envelope: Envelope, known: Openings) -> tuple[Any, _CodecContext]:
        noted = _CodecContext(known)
        return _run_in_context(noted, self._decoders[envelope.type].decode, envelope.data), noted

    def _upcast(self, topic: str, raw: Any) -> EventBody:
        upcast = self._topics[topic].upcast
        body: EventBody = raw if upcast is None else upcast(raw)
        return body

    def _write(self, entry: Entry, topic: str, body: object, *, game: str, prev: str, salts: _Salts) -> EncodedEvent:
        data, noted = _encode(body, salts)
        envelope = Envelope(entry.at, entry.by, data, game, entry.position, prev, entry.step, topic, v=1)
        openings = canonical_bytes(noted.openings) if noted.openings else b""
        return _encoded_event(entry, canonical_bytes(envelope), openings, noted, envelope)


class Codec(StreamCodec):
    """Writes and reads the events of games under one ruleset."""

    def __init__(self, wire: WireTypes, older: Mapping[str, Topic] | None = None) -> None:
        """Take a ruleset's types and, if there are any, topics of older versions with their upcasts."""
        super().__init__({**topics_of(wire), **(older or {})}, topic_of)


@cache
def codec_of(wire: WireTypes) -> Codec:
    """The one codec for these types: what it reads with takes memory, and games under one ruleset are many."""
    return Codec(wire)


def reader_of(kind: Any) -> Callable[[bytes, bytes], Any]:
    """A reader of values of that type: a line and an openings line in, the value out; raises msgspec's errors."""
    decode = Decoder(kind, dec_hook=_decode_hidden).decode

    def read(line: bytes, openings: bytes) -> Any:
        try:
            return _run_in_context(_CodecContext(_openings_in(openings)), decode, line)
        except _MalformedEvent as problem:
            raise msgspec.ValidationError(str(problem)) from None

    return read


class _MalformedEvent(Exception):  # noqa: N818  # never leaves this module: it becomes a CorruptRecord with its place
    """Bytes that are not what an event's bytes are."""


def _encode(value: object, salts: _Salts, checked: Openings | None = None) -> tuple[Raw, _CodecContext]:
    """Canonical bytes, and what was noted; reveals whose digests are ``checked`` are not hashed once more."""
    noted = _CodecContext({}, salts, checked)
    return Raw(_run_in_context(noted, _ENCODER.encode, value)), noted


def _encoded_event(
    entry: Entry, line: bytes, openings: bytes, noted: _CodecContext, envelope: Envelope
) -> EncodedEvent:
    hides, to, withheld = tuple(noted.hides), tuple(noted.to), len(noted.hides) - len(noted.openings)
    game, prev, topic = envelope.game, envelope.prev, envelope.type
    return EncodedEvent(entry, line, openings, event_hash(line), prev, game, topic, hides, to, withheld, noted.reveals)


def _run_in_context(noted: _CodecContext, work: Callable[[Any], Any], value: Any) -> Any:
    token = _PASS.set(noted)
    try:
        return work(value)
    finally:
        _PASS.reset(token)


def _reject(what: str) -> NoReturn:
    raise _MalformedEvent(what)


def _openings_in(line: bytes) -> Openings:
    openings = _OPENINGS.decode(line) if line else ()
    by_digest = {hidden_digest(each.salt, bytes(each.value)): (each.salt, each.value) for each in openings}
    if len(by_digest) != len(openings):
        _reject("an opening occurs twice")
    return by_digest


def _encode_hidden(value: Hidden[Any] | Opened[Any]) -> object:
    """Write a hidden field as its mark and note its opening, or a reveal with its proof."""
    noted = _PASS.get()
    if isinstance(value, Hidden):
        return _mark_of(value, noted)
    raw = Raw(canonical_bytes(value.value))
    reveal = noted.reveals[value.digest] = value.salt, raw
    if noted.checked.get(value.digest) != reveal:
        assert value.digest == hidden_digest(value.salt, bytes(raw)), "a reveal that was never hidden"
    return ShownValue(value.salt, value.digest, raw)


def _mark_of(value: Hidden[Any], noted: _CodecContext) -> Mark:
    digest = value.digest
    if value.is_open:
        raw = Raw(canonical_bytes(value.look()))
        salt = value.salt
        if not digest:  # one salt for a value, however often it stands in what is written
            assert noted.salts is not None, "a hidden value without a salt"
            salt = noted.sealed[id(value)] = noted.sealed.get(id(value)) or noted.salts()
            digest = hidden_digest(salt, bytes(raw))
        if digest not in noted.hides:
            noted.openings.append(Opening(salt, raw))
    if digest not in noted.hides:  # a correction has it among what follows and in the state
        noted.hides.append(digest)
        noted.to.append(value.to)
    return Mark(digest, value.to)


def _decode_hidden(kind: Any, value: Any) -> object:
    """Read a mark, joined with its opening where one is known, or a reveal, checked."""
    try:
        return _of_mark(kind, convert(value, Mark)) if kind.__origin__ is Hidden else _of_reveal(kind, value)
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None  # msgspec adds the place to a ValueError, and not to its own


def _of_mark(kind: Any, mark: Mark) -> Hidden[Any]:
    noted = _PASS.get()
    if mark.sd not in noted.hides:
        noted.hides.append(mark.sd)
    if mark.sd not in noted.known:
        return Hidden(mark.to, digest=mark.sd)
    salt, raw = noted.known[mark.sd]
    return Hidden(mark.to, known=(_decode_shown(kind, raw),), salt=salt, digest=mark.sd)


def _of_reveal(kind: Any, value: Any) -> Opened[Any]:
    reveal = convert(value, ShownValue)
    raw = Raw(canonical_bytes(reveal.value))
    if hidden_digest(reveal.salt, bytes(raw)) != reveal.sd:
        _reject("a revealed value does not fit its digest")
    _PASS.get().reveals[reveal.sd] = (reveal.salt, raw)
    return Opened(_decode_shown(kind, raw), salt=reveal.salt, digest=reveal.sd)


def _decode_shown(kind: Any, raw: Raw) -> Any:
    """The value of a hidden field; decoders are kept by the identity of its type, which takes long to hash."""
    if id(kind) not in _DECODERS:
        _DECODERS[id(kind)] = (kind, Decoder(get_args(kind)[0]))
    return _DECODERS[id(kind)][1].decode(raw)


_DECODERS: Final[dict[int, tuple[Any, Decoder[Any]]]] = {}
_ENVELOPE: Final = Decoder(Envelope)
_OPENINGS: Final = Decoder(tuple[Opening, ...])
_ENCODER: Final = msgspec.json.Encoder(order="sorted", enc_hook=_encode_hidden)
