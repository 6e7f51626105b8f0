"""The laws every ruleset keeps (ADR 0003 to 0006), each as a check that raises ``LawBroken``.

They are asked at random positions of random games (``playouts``); whoever writes a ruleset runs them with
``oathbook fuzz``. Numbers are those of the list in ``docs/laws.md``.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

import msgspec

from oathbook.domain.chance import Chance
from oathbook.domain.errors import BadRecord, Misfit
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.kernel import HOLDER, PUBLIC, Concealed, Seat, Viewer
from oathbook.domain.recording.format.cleartext import decision_from, decision_text, value_text
from oathbook.domain.recording.format.codec import Codec, EncodedEvent
from oathbook.domain.recording.format.envelope import Opening
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.choices import choices_of
from oathbook.domain.recording.notation.forms import place_of
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.grammar import is_aside
from oathbook.domain.recording.notation.line_scanner import LineScanner
from oathbook.domain.recording.notation.value_nodes import A_NAME, A_NUMBER, A_WORD, THE_REST
from oathbook.domain.rulesets.protocol import AnyRuleset, Options, disclosure_name, disclosures_of
from oathbook.replays.choice_lines import as_json, choice_lines, word_starts


class LawBroken(AssertionError):  # noqa: N818  # it reads as what it says
    """A ruleset does what no ruleset may; ``record`` is the game so far, if it was being recorded."""

    def __init__(self, law: int, says: str) -> None:
        super().__init__(f"law {law}: {says}")
        self.law = law
        self.record: Record | None = None


def _require(law: int, holds: bool, says: str) -> None:  # noqa: FBT001  # reads as a claim: _holds(1, a == b, "…")
    if not holds:
        raise LawBroken(law, says)


def check_listed_options(ruleset: AnyRuleset, state: Any, options: Options[Any]) -> None:
    """Law 1: every listed option is accepted."""
    for option in options.listed:
        refusal = ruleset.refusal(state, option)
        _require(1, refusal is None, f"{option} is listed, and refused: {refusal}")


def check_refusal(ruleset: AnyRuleset, state: Any, decision: Any, chance: Chance) -> DecisionResult:
    """Laws 1 and 2: ``decide`` refuses exactly when ``refusal`` answers, and the same question has the same answer."""
    refusal = ruleset.refusal(state, decision)
    first = try_decision(ruleset, state, decision, chance)
    _require(1, (first.kind == "refused") == (refusal is not None), f"refusal and decide differ over {decision}")
    _require(1, first.refusal == refusal, f"decide refuses {decision} for another reason than refusal gives")
    _require(2, first == try_decision(ruleset, state, decision, chance), f"two answers to one question: {decision}")
    return first


def check_evolve(ruleset: AnyRuleset, state: Any, events: Iterable[Any]) -> None:
    """Law 2: ``evolve`` answers any well-typed event with a state or a ``Misfit``."""
    for event in events:
        try:
            ruleset.evolve(state, event)
        except Misfit:
            continue
        except Exception as other:
            raise LawBroken(2, f"evolve answers {event} with {other!r}") from other


def check_round_trip(ruleset: AnyRuleset, codec: Codec, state: Any, viewer: Viewer) -> None:
    """Law 3: state and view come back from the wire as they were; decisions and events do whenever one is recorded.

    What is derived from the state is the same there, also for a reader to whom nothing hidden is open.
    """
    salts = iter(range(10**6))
    line, openings = codec.write_value(state, lambda: f"{next(salts):032x}")
    again = codec.read_value(ruleset.wire.state, line, openings)
    _require(3, again == state, "a state does not come back from the wire")
    _require(3, codec.write_value(again, lambda: "") == (line, openings), "a state's bytes do not come back")
    _check_derived(state, again, codec.read_value(ruleset.wire.state, line, b""))
    view = ruleset.view(state, viewer)
    text = msgspec.json.encode(view)
    _require(3, msgspec.json.decode(text, type=ruleset.wire.view) == view, "a view does not come back from the wire")


def _check_derived(state: Any, *others: Any) -> None:
    kinds = type(state).__mro__
    for name in [name for kind in kinds for name, of in vars(kind).items() if isinstance(of, cached_property)]:
        try:
            same = all(getattr(each, name) == getattr(state, name) for each in others)
        except Concealed as concealed:
            raise LawBroken(3, f"{name!r} is derived from a hidden value, which a reader may lack") from concealed
        _require(3, same, f"{name!r}, which is derived from a state, is another after the wire")


def check_citations(ruleset: AnyRuleset, given: DecisionResult) -> None:
    """Law 4: every citation is a clause, every reading is in the rulings, every fact of a kind the vocabulary has."""
    clauses = {clause.id for clause in ruleset.edition.rulebook.clauses}
    readings = {reading.id for reading in ruleset.edition.rulebook.readings}
    declared = {kind.kind: set(kind.slots) for kind in ruleset.vocabulary.kinds}
    for consequence in given.consequences:
        _require(4, bool(consequence.cites), f"{consequence.event} cites no clause")
        _require(4, set(consequence.cites) <= clauses, f"{consequence.cites} are not all clauses")
        _require(4, {line.clause for line in consequence.working} <= clauses, "a working names no clause")
        _require(4, set(consequence.readings) <= readings, f"{consequence.readings} are not all readings")
        for fact in ruleset.facts(consequence.event):
            _require(4, declared.get(fact.kind) == set(fact.slots), f"the vocabulary declares no such fact: {fact}")
    if given.refusal is not None:
        _require(4, given.refusal.clause in clauses, f"{given.refusal.clause} is no clause")
        _require(
            4, given.refusal.code in ruleset.edition.refusals, f"{given.refusal.code} is no refusal of the edition"
        )
        _require(4, set(given.refusal.readings) <= readings, f"{given.refusal.readings} are not all readings")


def check_own_export(ruleset: AnyRuleset, state: Any, own: Any, viewer: Viewer) -> None:
    """Law 5: what a viewer is shown is the same from the full state and from that of the viewer's own export.

    The options are those of the viewer's own seat, if it has one.
    """
    _require(5, ruleset.view(state, viewer) == ruleset.view(own, viewer), f"{viewer} is shown more than it may see")
    _require(5, ruleset.to_act(state) == ruleset.to_act(own), "who must act depends on what is hidden")
    _require(5, ruleset.standing(state) == ruleset.standing(own), "the standing depends on what is hidden")
    if viewer not in {PUBLIC, HOLDER}:
        told = ruleset.options(state, viewer) == ruleset.options(own, viewer)
        _require(5, told, f"the options of {viewer} depend on what it may not see")


_HEX: Final = re.compile(rb"[0-9a-f]{12,64}")
SHORT: Final = 12  # digits of a digest as texts show it


def without_digests(
    text: bytes, events: Iterable[EncodedEvent], earlier: Mapping[bytes, bytes] = MappingProxyType({})
) -> bytes:
    """The text with the digests, hashes and salts of these events made the same, in full or as their first 12 digits.

    Digests from before these events get their names in ``earlier``: by them one can tell which of the hidden things
    moved. Nothing else is replaced: a seed looks like a digest, and must not be taken for one.
    """
    known = {name.encode() for event in events for name in _digests_of(event)}
    known |= {name[:SHORT] for name in known}
    return _HEX.sub(lambda found: earlier.get(found[0], b"#" if found[0] in known else found[0]), text)


def name_digests(names: dict[bytes, bytes], events: Iterable[EncodedEvent]) -> None:
    """Give the digests that these events hide names by their order, the same in games that differ in what is hidden."""
    for digest in (digest.encode() for event in events for digest in event.hides):
        name = names.setdefault(digest, b"digest %d" % len(names))
        names[digest[:SHORT]] = name


def _digests_of(event: EncodedEvent) -> Iterable[str]:
    salts = msgspec.json.decode(event.openings, type=tuple[Opening, ...]) if event.openings else ()
    return (
        *(event.hash, event.prev, *event.hides),
        *(opening.salt for opening in salts),
        *event.reveals,
        *(salt for salt, _ in event.reveals.values()),
    )


def revealed_values(events: Iterable[EncodedEvent], names: Mapping[bytes, bytes]) -> list[tuple[bytes, bytes]]:
    """Which of the things that were hidden a step turns up, each by the name of its digest and with its value."""
    reveals = (reveal for event in events for reveal in event.reveals.items())
    return [(names.get(digest.encode(), b""), bytes(value)) for digest, (_, value) in reveals]


def check_indistinguishable(
    *worlds: tuple[tuple[EncodedEvent, ...], Mapping[bytes, bytes]], viewer: Viewer, codec: Codec
) -> None:
    """Law 5: steps that differ only in what a viewer may not see give it the same bytes but for digests and salts.

    Each world is the events of its step, and the names of the digests before it.
    """
    one, other = (_visible_bytes(events, viewer, codec, earlier) for events, earlier in worlds)
    _require(5, one == other, f"{viewer} can tell two worlds apart:\n{one.decode()}\n{other.decode()}")


def _visible_bytes(
    events: tuple[EncodedEvent, ...], viewer: Viewer, codec: Codec, earlier: Mapping[bytes, bytes]
) -> bytes:
    parts = (part for event in events for part in (event.line, codec.openings_for(event, viewer)))
    return without_digests(b"\n".join(parts), events, earlier)


def disclosed_values(
    ruleset: AnyRuleset, codec: Codec, events: tuple[EncodedEvent, ...], viewer: Viewer
) -> list[tuple[str, bytes]]:
    """What a step tells a viewer in the fields that the ruleset declares for it, each by its name and as text."""
    declared = disclosures_of(ruleset)
    if not declared:
        return []
    read = (codec.read(event.line, codec.openings_for(event, viewer)).entry.body for event in events)
    told = (each.event for body in read for each in getattr(body, "consequences", ()))
    return [
        (disclosure_name(event.__class__, field), without_digests(value_text(getattr(event, field)), events))
        for event in told
        for field in declared.get(event.__class__, ())
    ]


def check_conserved(ruleset: AnyRuleset, before: Any, after: Any) -> None:
    """Law 6: conserved quantities are as they were."""
    was, now = ruleset.conserved(before), ruleset.conserved(after)
    _require(6, was == now, f"{was} became {now}")


def check_reading_named(given: DecisionResult, turned: DecisionResult, reading: str, setting: str) -> bool:
    """Law 9: if another setting of a switch changes the answer, the answer names the reading. Whether it changed."""
    if (given.kind, given.consequences, given.refusal) == (turned.kind, turned.consequences, turned.refusal):
        return False
    named = {each for consequence in given.consequences for each in consequence.readings}
    named.update(given.refusal.readings if given.refusal is not None else ())
    _require(9, reading in named, f"{reading}={setting} changes the answer, which does not name it: {given} / {turned}")
    return True


def check_choices(ruleset: AnyRuleset, notation: GameNotation, options: Options[Any], *, most_read: int) -> None:
    """Law 10: choices lead to exactly the listed options, each in a line that is read as it, and typing is completed.

    At most ``most_read`` lines are read, spread over them. Options so many that only verbs are told are left out.
    """
    found = choice_lines(as_json(place_of(notation.decision)), as_json(choices_of(notation, options)))
    if found is None:
        return
    lines = [each.line for each in found]
    listed = {decision_text(each) for each in options.listed}
    _require(10, len(set(lines)) == len(lines) == len(listed), f"choices lead to {len(lines)} lines, not {len(listed)}")
    read = lines[:: -(-len(lines) // most_read) or 1]
    decisions = [_decision_read(ruleset, notation, line, options.listed[0].by) for line in read]
    for line, decision in zip(read, decisions, strict=True):
        _require(10, decision in listed, f"“{line}” is a choice, and is not read as one that is listed")
        _check_completion(notation, line)
    _require(10, len(set(decisions)) == len(decisions), "two lines are read as one decision")


def _decision_read(ruleset: AnyRuleset, notation: GameNotation, line: str, by: Seat) -> bytes | None:
    with suppress(BadRecord):
        kind, value = LineScanner(line, where="").read_all(notation.step)
        fields = {name: each for name, each in value.items() if not is_aside(name)}
        if kind == "decision":
            decision = decision_from(ruleset.wire.decision, fields, by=by, salts=lambda: "0" * 32, where="")
            return decision_text(decision)
    return None


def _check_completion(notation: GameNotation, line: str) -> None:
    for at in word_starts(line):
        begun = LineScanner(line[:at], where="")
        with suppress(BadRecord):
            begun.read_all(notation.step)
        is_complete = begun.furthest == at and any(is_offered(each, line[at:]) for each in begun.expected)
        _require(10, is_complete, f"after “{line[:at]}” what comes next is not offered: {line[at:]}")


def is_offered(expected: str, rest: str) -> bool:
    """Whether what the rest of a line begins with is what a line says that it expects."""
    if expected == A_NUMBER:
        return re.match(r"-?[0-9]", rest) is not None
    if expected in {A_NAME, A_WORD, THE_REST}:
        return True
    begun = expected.removesuffix("…}").removesuffix("…]")  # of JSON, its bracket
    return rest.strip('"').casefold().startswith(begun.casefold())
