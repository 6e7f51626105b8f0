"""What is answered about a record, in a form of its own: plain JSON that no later change of a class rearranges."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from oathbook.domain.application.dispute_stream import encode_event, stream_from
from oathbook.domain.application.stored_findings import finding_event
from oathbook.domain.disputes.dispute_events import DisputeFiled, event_from
from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE, Seat, Viewer
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.promise_audit import PartAudit, PromiseAudit
from oathbook.domain.promises.logic.proofs import Leaf, Node
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.writing.game_head import StreamEnd
from oathbook.replays.frames import Replay
from oathbook.replays.verification import verify
from tests.support.playing import Json, sources
from tests.support.tampering import JsonValue

WITHOUT_A_SEAT: Final = (PUBLIC, TABLE)


class Claim(Struct, frozen=True):
    """What a seat claims about a record, in the form in which claims are filed."""

    seat: str
    claim: Json
    says: str


def answers(record: Record, claims: Iterable[Claim] = ()) -> Json:
    """All that is answered about a record: verification, promises, standing, findings, and each reader's copy."""
    seats = (*(each.seat for each in record.opened.seats), *WITHOUT_A_SEAT)
    return {
        "verify": _verified(record),
        "promises": [_promise(each) for each in audit(record.ruleset, record.entries()).promises],
        "standing": _standing(record),
        "findings": [_finding(record, each) for each in claims],
        "exports": {seat: sha256(record_text(record_for(record, Viewer(seat)))) for seat in seats},
    }


def sha256(data: bytes) -> str:
    """The SHA-256 of some bytes, as hex."""
    return hashlib.sha256(data).hexdigest()


def _verified(record: Record) -> Json:
    found = verify(record)
    return {
        "status": found.status,
        "reached": found.reached,
        "decisions": found.decisions,
        "draws": found.draws,
        "proofs": found.proofs,
        "discrepancies": [_discrepancy(each) for each in found.discrepancies],
        "corrected": [_discrepancy(each) for each in found.corrected],
        "unchecked": [[each.position, each.why] for each in found.unchecked],
    }


def _discrepancy(found: Discrepancy) -> Json:
    sides = {"recorded": _plain(found.recorded), "follows": _plain(found.follows)}
    return {"position": found.position, "kind": found.kind, "clause": found.clause, **sides}


def _plain(value: object) -> JsonValue:
    told: JsonValue = json.loads(value_text(value))
    return told


def _promise(audited: PromiseAudit) -> Json:
    return {
        "promise": audited.promise,
        "stands": audited.stands,
        "status": audited.status,
        "parts": [_part(each) for each in audited.parts],
    }


def _part(part: PartAudit) -> Json:
    blame, proof = part.blame, part.proof
    return {
        "obligors": [*part.agreement.obligors],
        "status": part.status,
        "cause": proof.cause,
        "position": proof.position,
        "lean": part.lean,
        "vacuous": part.vacuous,
        "proof": _node(proof.root),
        "terms": [None if each is None else _node(each) for each in (proof.void, proof.ended)],
        "blamed": [*blame.blamed],
        "answers": [[each.seat, each.path, each.step, each.pays] for each in blame.answers],
        "referrals": [[each.code, each.path, *each.seats] for each in part.referrals],
        "penalties": [[each.seat, each.amount, each.reserve, each.applies] for each in part.penalties],
    }


def _node(node: Node) -> list[Any]:
    facts = [[each.position, each.number] for each in node.facts]
    return [node.rule, node.path, node.value, node.moment, facts, _leaf(node.leaf), [_node(each) for each in node.kids]]


def _leaf(leaf: Leaf | None) -> list[Any] | None:
    if leaf is None:
        return None
    counted = [[each.fact.position, each.fact.number, each.lo, each.hi] for each in leaf.counted]
    closed = None if leaf.closed_by is None else [leaf.closed_by.position, leaf.closed_by.number]
    return [[*leaf.owners], leaf.mode, leaf.n, leaf.field, [*leaf.window], leaf.inclusive, closed, counted]


def _standing(record: Record) -> Json:
    *_, last = Replay(record, HOLDER).frames()
    found = last.standing
    return {
        "scores": [[each.seat, each.points, each.penalty, each.ruled, each.after] for each in found.scores],
        "out": [*found.out],
        "ending": None if found.ending is None else _plain(found.ending),
        "reserve": found.reserve,
    }


def _finding(record: Record, claim: Claim) -> Json:
    """The public line of the finding that a dispute stores for a claim, as it is filed when this record ends."""
    given, seat = sources("dispute"), Seat(claim.seat)
    about = {"edition": record.opened.edition, "position": len(record.events), "head": record.head}
    filed = event_from(DisputeFiled, game=record.game, claim=claim.claim, says=claim.says, **about)
    hearing = stream_from("dispute", encode_event("dispute", seat, filed, given, StreamEnd()))
    entered = finding_event(record, hearing.dispute, Viewer(seat), secrets_are_out=False)
    line = encode_event("dispute", seat, entered, given, hearing.end)[0].line
    return {"seat": claim.seat, "claim": claim.claim, "says": claim.says, "line": line.decode()}


def differences(old: JsonValue, new: JsonValue, where: str = "") -> Iterator[str]:
    """Where two answers differ, each place with what stands there."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            yield from differences(old.get(key), new.get(key), f"{where}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from differences(one, other, f"{where}[{number}]")
    elif old != new:
        yield f"{where}: {old!r}, and now {new!r}"
