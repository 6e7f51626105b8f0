"""Decisions and claims as a player writes them, where a program would send fields."""

import re
from difflib import get_close_matches
from typing import Any, Final

from oathbook.domain.application.lines import LINE_FIELDS, decision_in
from oathbook.domain.disputes.claims import KINDS
from oathbook.domain.disputes.dispute_events import JsonObject
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.game_events import GameOpened
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.line_reader import seat_of_line
from oathbook.domain.rulesets.protocol import AnyRuleset

CLAIM_FORMS: Final = (
    "“outcome-wrong at 12”, “decision-illegal at 6, KD-7.2” with the clause that you have in mind, "
    "“decision-refused at 3: ash: plan bow”, “promise p1”"
)
_CLAIM: Final = re.compile(
    r"\s*(?P<kind>[A-Za-z]+(?:[- ](?!at\b)[A-Za-z]+)?)\s+(?:at\s+)?(?P<about>[A-Za-z]*\d+)\s*"
    r"(?:,\s*(?P<clause>[^\s,:]+)\s*)?(?::\s*(?P<line>\S.*))?"
)


def decision_from_line(ruleset: AnyRuleset, opened: GameOpened[Any, Any, Any], line: str) -> JsonObject:
    """The fields of the decision that a line says; the line begins with the seat, as on a sheet.

    Refuses as ``decision_in``; ``BadRecord`` where the line names no seat.
    """
    notation = GameNotation(ruleset, opened.setup())
    seat = seat_of_line(notation, line)
    if seat is None:
        seats = ", ".join(str(each.seat) for each in opened.seats)
        raise BadRecord(f"{LINE_FIELDS.decision}: begin with who decides and a colon, as on a sheet; there are {seats}")
    return {**decision_in(notation, line, ()).value, "by": seat}


def claim_from_line(ruleset: AnyRuleset, opened: GameOpened[Any, Any, Any], line: str) -> JsonObject:
    """The fields of the claim that a line makes, in the words in which a finding names it; refuses with ``BadRecord``.

    A decision that was refused is written after a colon, as ``decision_from_line`` reads it.
    """
    found = _CLAIM.fullmatch(line)
    kind = "" if found is None else found["kind"].casefold().replace(" ", "-")
    if found is None or kind not in KINDS:
        near = get_close_matches(kind, KINDS, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise BadRecord(f"claim: “{line[:60]}” is no claim{meant}; write it like {CLAIM_FORMS}")
    about, clause = found["about"], found["clause"]
    claim: JsonObject = {"claim": kind, **({"clause": clause} if clause else {})}
    if kind == "promise":
        return {**claim, "promise": about}
    if not about.isdecimal():
        raise BadRecord(f"claim: “{about}” is no position; write it like {CLAIM_FORMS}")
    if (kind == "decision-refused") != bool(found["line"]):
        raise BadRecord(f"claim: a line follows “decision-refused at {about}:”, and no other claim")
    said = {"decision": decision_from_line(ruleset, opened, found["line"])} if found["line"] else {}
    return {**claim, "at": int(about), **said}
