"""Blame where the rules cannot tell, or where what they say does not bear out: nobody is blamed on a guess."""

from collections.abc import Iterable
from typing import Final, Literal, Never

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadLetter, NotCovered
from oathbook.domain.games.game_events import PromiseOffered
from oathbook.domain.kernel import Concealed, Hidden, Requirement
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.decisions import decision_text
from oathbook.domain.promises.chances.opportunities import Opportunities
from oathbook.domain.promises.logic.formulas import (
    FALSE,
    AnyOf,
    Constraint,
    Exactly,
    NamedBy,
    Pattern,
    Term,
    Total,
    Variable,
)
from oathbook.domain.promises.logic.proofs import FAILED, Node
from oathbook.domain.promises.who_pays.answers import Blame
from oathbook.domain.rulesets.knights_duty.model.decisions import Move
from oathbook.domain.rulesets.knights_duty.words.facts import VOCABULARY as KNIGHTS
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.vocabulary import BlameReadings
from tests.minigame.model import Components, Decision, Deploy, Give, State
from tests.minigame.ruleset import BLUE, GREEN, MINIGAME, RED
from tests.support.promises.blaming import Table

TWO_WOOD: Final = "red promises blue to give 2 wood to blue by the end of season 1."
POOL: Final = "red and blue jointly promise green to give 6 wood to green by the end of season 1."
KNIGHT: Final = 'red promises blue to deploy a knight to tile "Mill" by the end of season 1.'
CORN: Final = "red promises green that red has at least 3 corn by the end of season 1."
ALL_IDLE: Final = ("red idle", "blue idle", "green idle")


def unknown(*_: object) -> Never:
    raise Concealed("0" * 64)


def veiled_needs(state: State, decision: Decision) -> Iterable[Requirement]:
    return unknown() if isinstance(decision, Give | Deploy) else MINIGAME.needs(state, decision)


def unwritten_needs(state: State, decision: Decision) -> Iterable[Requirement]:
    if isinstance(decision, Give):
        clause = "MG-4"
        raise NotCovered(clause, "its text is missing")
    return MINIGAME.needs(state, decision)


VEILED: Final = replace(MINIGAME, needs=veiled_needs, options=unknown)
"""A reader's record that does not show what a refusal of a gift, and a list of options, would have to look at."""
UNWRITTEN: Final = replace(MINIGAME, needs=unwritten_needs)
"""Rules in which the text about giving is missing."""
VERBS: Final = tuple(replace(each, performed=unknown) for each in MINIGAME.vocabulary.verbs)
SHROUDED: Final = replace(MINIGAME, vocabulary=replace(MINIGAME.vocabulary, verbs=VERBS))
"""A reader's record in which it cannot even be said how something would be done."""


def table(letter: str, moves: tuple[str, ...] = ALL_IDLE, start: Components | None = None) -> Table:
    found = Table(start or Components(goods={RED: {"wood": 2, "corn": 3}}))
    found.promises(letter)
    found.plays(*moves)
    return found


@pytest.mark.parametrize("rules", [VEILED, SHROUDED])
@pytest.mark.parametrize("letter", [TWO_WOOD, POOL])
def test_r2_where_this_reader_cannot_tell_whether_there_was_a_chance(letter: str, rules: AnyRuleset) -> None:
    blame = table(letter).trial(rules=rules).blame

    assert blame.blamed == ()
    assert blame.excused == ()
    assert {each.code for each in blame.referrals} == {"R2"}


def test_r2_where_this_reader_cannot_tell_whether_a_state_could_have_been_brought_about() -> None:
    blame = table(CORN, start=Components()).trial(rules=VEILED).blame

    assert (blame.blamed, [each.code for each in blame.referrals]) == ((), ["R2"])


def test_who_pays_either_way_pays_where_this_reader_cannot_tell_which() -> None:
    """Nobody else had decided anything: with another move red could have kept it, and without one it was too much."""
    blame = table("red promises blue never to idle.").trial(rules=VEILED).blame

    assert [(each.seat, each.step, each.pays) for each in blame.answers] == [(RED, "no-excuse", True)]
    assert blame.referrals == ()


@pytest.mark.parametrize("reads", ["judge", "nobody"])
def test_r2_where_it_counts_whether_there_was_another_move(reads: Literal["judge", "nobody"]) -> None:
    def answering(_: object) -> BlameReadings:
        return BlameReadings(beyond_power=reads)

    vocabulary = replace(VEILED.vocabulary, answering=answering)
    tried = table("red promises blue never to idle.").trial(rules=replace(VEILED, vocabulary=vocabulary))

    assert (tried.blame.blamed, tried.blame.excused, [each.code for each in tried.blame.referrals]) == ((), (), ["R2"])


def test_what_the_rules_do_not_cover_is_no_chance() -> None:
    assert [each.step for each in table(TWO_WOOD).trial().blame.answers] == ["could"]
    assert [each.step for each in table(TWO_WOOD).trial(rules=UNWRITTEN).blame.answers] == ["beyond"]


def test_a_letter_that_says_itself_that_it_fails_is_nobodys() -> None:
    tried = table("red promises blue never to idle.").trial()
    proof = replace(tried.proof, root=Node("given", "", FAILED, tried.proof.moment))

    assert replace(tried, agreement=replace(tried.agreement, formula=FALSE), proof=proof).blame == Blame()


def test_hidden_values_of_a_decision_are_told_as_far_as_they_are_open() -> None:
    shown, concealed = Hidden.of("3,1", RED), Hidden[str]((RED,), digest="0" * 64)

    assert decision_text(Move(RED, shown), KNIGHTS) == "move: to 3,1"
    assert decision_text(Move(RED, concealed), KNIGHTS) == "move: to hidden"


def test_a_place_may_be_filled_in_several_ways_or_in_none() -> None:
    tried = table(TWO_WOOD).trial()
    chances = Opportunities(tried.game)
    state = tried.game.commands[0].state

    def ways(term: Term) -> list[Decision]:
        constraints = (Constraint("item", "==", Exactly("wood")), Constraint("to", "==", term))
        return list(
            chances.ways.decisions_for(
                state, RED, Total("c1", (RED,), "ge", 1, Pattern("transfer", constraints), "count"), 1
            )
        )

    assert ways(AnyOf((BLUE, GREEN))) == [Give(RED, "wood", 1, BLUE), Give(RED, "wood", 1, GREEN)]
    assert ways(Variable("player")) == []
    assert ways(NamedBy("owner", {"workplace": "Forge"})) == []


def test_a_letter_that_is_not_read_back_so_is_not_audited() -> None:
    entries = list(table(TWO_WOOD).entries)
    offer = entries[1].body
    assert isinstance(offer, PromiseOffered)
    entries[1] = replace(entries[1], body=replace(offer, letter=f"{offer.letter} "))

    with pytest.raises(BadLetter, match="not how the letter is read back"):
        audit(MINIGAME, entries)


def test_only_what_is_asked_for_is_audited() -> None:
    found = table(TWO_WOOD)
    found.promises("green promises red never to attack red.")

    assert [each.promise for each in audit(MINIGAME, found.entries, only="p2").promises] == ["p2"]
    assert audit(MINIGAME, found.entries, only="p3").promises == ()
    assert GREEN in found.scribe.game.promises["p2"].signed
