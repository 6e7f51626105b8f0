"""The same question under every other setting of each switch that the answer rests on, one switch at a time."""

from collections.abc import Callable, Iterator
from typing import Final

from oathbook.domain.disputes import findings
from oathbook.domain.disputes.case import Case
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.game_events import OutcomeFollowed
from oathbook.domain.games.switch_settings import settings_of, switches_asked_elsewhere, switches_of
from oathbook.domain.rulesets.rulebook import Reading

ONE_AT_A_TIME: Final = "it is turned for one outcome at a time: claim the one that rests on it"

Judge = Callable[[Case], findings.Judgement]


def analyse_readings(case: Case, found: findings.Judgement, judge: Judge) -> findings.ReadingAnalysis:
    """What becomes of an answer if the table had agreed on another reading.

    The event alone is asked about again: what stands before it is as recorded, in a game opened with that setting.
    Where it cannot be told on which readings an answer rests, every switch that a decision turns on is tried, and
    those are named that change it.
    """
    known = {each.id: each for each in case.ruleset.edition.rulebook.readings}
    turnable = [each for each in switches_of(case.ruleset) if each not in switches_asked_elsewhere(case.ruleset)]
    named = turnable if found.readings is None else found.readings
    examined: list[findings.ExaminedReading] = []
    aside: list[findings.UnexaminedReading] = []
    for name in named:
        reading = known[name]
        if name in turnable:
            examined.append(_examined(case, reading, found, judge))
        else:
            why = reading.no_switch or f"it is for {reading.asked_by} to ask"
            aside.append(findings.UnexaminedReading(name, reading.title, why))
    if found.readings is None:
        examined = [each for each in examined if any(not one.same for one in each.others)]
    return findings.ReadingAnalysis(tuple(examined), tuple(aside), tuple(_sentences(found, examined)))


def unexamined_readings(case: Case, last: int) -> findings.ReadingAnalysis:
    """The readings that anything recorded up to a position rests on, none of them turned."""
    outcomes = (each.body for each in case.entries[:last] if isinstance(each.body, OutcomeFollowed))
    resting = {name for outcome in outcomes for each in outcome.consequences for name in each.readings}
    readings = (each for each in case.ruleset.edition.rulebook.readings if each.id in resting)
    return findings.ReadingAnalysis(
        not_examined=tuple(findings.UnexaminedReading(each.id, each.title, ONE_AT_A_TIME) for each in readings)
    )


def _examined(case: Case, reading: Reading, found: findings.Judgement, judge: Judge) -> findings.ExaminedReading:
    now = settings_of(case.ruleset, case.opened.switches)[reading.id]
    others = tuple(_alternative(case, reading, setting, found, judge) for setting in reading.settings if setting != now)
    return findings.ExaminedReading(reading.id, reading.title, now, others)


def _alternative(
    case: Case, reading: Reading, setting: str, found: findings.Judgement, judge: Judge
) -> findings.AlternativeAnswer:
    try:
        other = judge(case.with_switch(reading.id, setting))
    except BadRecord as problem:
        says = f"the game up to there cannot be had with this setting: {problem}"
        return findings.AlternativeAnswer(setting, "undetermined", says, same=found.answer == "undetermined")
    return findings.AlternativeAnswer(setting, other.answer, other.says, same=other.answer == found.answer)


def _sentences(found: findings.Judgement, examined: list[findings.ExaminedReading]) -> Iterator[str]:
    """The settings under which the answer would be another, and those that are the only ones to give it."""
    for answer in ("upheld", "rejected", "undetermined"):
        there = [
            f"{each.reading}={other.setting}"
            for each in examined
            for other in each.others
            if other.answer == answer != found.answer
        ]
        if there:
            yield f"{answer} under {' or '.join(there)} only"
    needed = [
        f"{each.reading}={each.setting}"
        for each in examined
        if each.others and all(not other.same for other in each.others)
    ]
    if needed:
        yield f"{found.answer} under {' and '.join(needed)} only"
