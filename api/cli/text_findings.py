"""A finding as lines of text."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

from rich.text import Text

from oathbook.api.cli.output import counted, line
from oathbook.api.cli.text_frames import citation_part, working_lines
from oathbook.api.cli.text_materiality import materiality_lines
from oathbook.domain.application.stored_findings import as_outcome
from oathbook.domain.disputes.claims import DecisionIllegal, PromiseBroken
from oathbook.domain.disputes.findings import Finding, NamedClause, ReadingAnalysis, RewindAdvice
from oathbook.domain.disputes.promise_check import PromiseAccount
from oathbook.domain.games.game_sentences import facts_with_display_names
from oathbook.domain.kernel import Roster
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.rulesets.protocol import AnyRuleset

STYLES: Final = {"rejected": "bold green", "upheld": "bold red", "undetermined": "bold yellow"}
ADVICE: Final = {
    "at-once": "take it back at once: nobody has moved on",
    "clean": "going back is clean: little was decided, and nothing was revealed",
    "last-resort": "going back is a last resort",
    "let-stand": "do not go back: what was revealed cannot be forgotten",
}


def finding_lines(ruleset: AnyRuleset, roster: Roster, finding: Finding) -> Iterator[Text]:
    """The finding, line by line."""
    claim = finding.claim
    about = claim.promise if isinstance(claim, PromiseBroken) else f"at {claim.at}"
    yield line((finding.answer, STYLES[finding.answer]), f": {roster.name_ids(finding.says)}")
    if finding.named is not None:
        yield line(f"  {_clauses_apart(finding.clause, finding.named)}")
    yield line(f"  claim: {claim.__struct_config__.tag} {about}", *([f", {claim.clause}"] if claim.clause else []))
    yield line(f"  {finding.edition}, game {finding.game}, {counted(finding.events, 'event')}")
    yield line(f"  head {finding.head}")
    yield from _comparison_lines(ruleset, roster, finding)
    for each in finding.clauses:
        is_decisive = each.id in {finding.clause, claim.clause}
        yield line("  ", (each.id, "bold"), f" {each.words if is_decisive else each.title}")
    yield from _note_lines(finding, roster)
    yield from _readings(finding.readings)
    if finding.materiality is not None:
        yield from materiality_lines(finding.materiality, roster)
    if finding.rewind is not None and finding.answer != "rejected":
        yield from _rewind(finding.rewind, roster)


def _clauses_apart(clause: str, named: NamedClause) -> str:
    """By which clause the claim is answered, and what there is to say of the one that it names."""
    if named.role == "decides":
        return f"by {clause}, as named"
    return f"by {clause}; {named.says}" if clause else named.says


def _note_lines(finding: Finding, roster: Roster) -> Iterator[Text]:
    """What goes with the answer: what is missing, the claim to make instead, and whether the claimant is right."""
    if finding.missing is not None:
        where = f" at {finding.missing.position}" if finding.missing.position else ""
        yield line(f"  missing: {finding.missing.kind}{where}: {roster.name_ids(finding.missing.says)}")
    if finding.see is not None:
        yield line(f'  claim this instead: {{"claim":"{finding.see.claim}","at":{finding.see.at}}}')
    if finding.as_claimed is not None:
        yield line(f"  what the claim says {'follows' if finding.as_claimed else 'does not follow'}")


def _comparison_lines(ruleset: AnyRuleset, roster: Roster, finding: Finding) -> Iterator[Text]:
    recorded, derived = finding.recorded, finding.derived
    if recorded == derived and (both := as_outcome(derived)) is not None:
        yield line("  recorded, and follows:")
        yield from _outcome(ruleset, roster, both, both, workings=True)
        return
    yield from _side_lines(ruleset, roster, finding, "recorded", recorded, derived)
    yield from _side_lines(ruleset, roster, finding, "follows", derived, recorded)


def _side_lines(
    ruleset: AnyRuleset, roster: Roster, finding: Finding, name: str, side: Any, other: Any
) -> Iterator[Text]:
    if (outcome := as_outcome(side)) is not None:
        yield line(f"  {name}:")
        beside = as_outcome(other)
        yield from _outcome(ruleset, roster, outcome, outcome if beside is None else beside, workings=name == "follows")
    elif isinstance(side, PromiseAccount):
        yield from (line(f"    {roster.name_ids(told)}") for told in side.account)
    elif side is not None:
        yield line(f"  {'by the rules' if name == 'follows' else name}: {_text(finding, side)}")


def _text(finding: Finding, side: Any) -> str:
    is_decision = isinstance(finding.claim, DecisionIllegal) and side is finding.recorded
    return (decision_text(side) if is_decision else value_text(side)).decode()


def _outcome(
    ruleset: AnyRuleset, roster: Roster, one: tuple[Any, ...], other: tuple[Any, ...], *, workings: bool
) -> Iterator[Text]:
    """An outcome, one sentence per line; those that differ from the other side are marked."""
    for ours, theirs in zip_longest(one, other[: len(one)]):
        apart = theirs is None or ours.event != theirs.event
        for fact in facts_with_display_names(ruleset, ours.event, roster):
            sentence = (fact.sentence, "red" if apart else "")
            yield line("  ≠ " if apart else "    ", sentence, citation_part(ours.cites, ours.readings))
        if workings:
            yield from working_lines(ours.working, "      ", roster)


def _readings(readings: ReadingAnalysis) -> Iterator[Text]:
    for said in readings.says:
        yield line("  ", (said, "bold"))
    for each in readings.examined:
        others = "; ".join(f"under {one.setting}: {one.answer}" for one in each.others)
        yield line("  ", (each.reading, "bold"), f" {each.title}: {each.setting}; {others}")
    for why in dict.fromkeys(each.why for each in readings.not_examined):
        aside = [each for each in readings.not_examined if each.why == why]
        if len(aside) == 1:
            yield line("  ", (aside[0].reading, "bold"), f" {aside[0].title}: not examined, {why}")
        else:
            yield line(f"  {len(aside)} readings not examined, {why}")
            yield line("    ", (", ".join(each.reading for each in aside), "bold"))


def _rewind(back: RewindAdvice, roster: Roster) -> Iterator[Text]:
    yield line(f"  going back to {back.to}: ", (ADVICE[back.advised], "bold"))
    for why in back.why:
        yield line(f"    {roster.name_ids(why)}")
