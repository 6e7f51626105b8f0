"""A decision as what a player does."""

import pytest

from oathbook.domain.games.game_sentences import decision_sentence
from oathbook.domain.kernel import EMPTY_ROSTER, TABLE, Hidden
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.decisions import (
    Accept,
    AgreeToEnd,
    Ally,
    Assign,
    Attack,
    Build,
    Decision,
    Decline,
    Deploy,
    Enact,
    Flee,
    Haggle,
    Idle,
    Permit,
    PlaceCard,
    Refine,
    Report,
    Resolve,
    TakeReward,
    Target,
    Thing,
    Transfer,
    UseCard,
    Vote,
)
from oathbook.domain.rulesets.heirless.model.state import BANDITS
from tests.support.playing import ruleset_of
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR

SECRET: Hidden[str] = Hidden((ASH,), digest="0" * 64)
TRADE = (Transfer(ASH, BIRCH, (Thing("resource", "wolf0", 2), Thing("worker", "Cat"))), Transfer(BIRCH, ASH, ()))


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        (Assign(ASH, "Mill", ("Cat", "Fox")), "Ash sends 2 Workers (Cat, Fox) to Mill"),
        (Permit(ASH, allow=True), "Ash lets the Workplace be used"),
        (Permit(ASH, allow=False), "Ash does not let the Workplace be used"),
        (Refine(ASH, "Wolf", "wolf1", 2), "Ash refines 2 wolf1 with a Wolf Worker"),
        (Build(ASH, "CoronationCeremony", 5), "Ash builds Coronation Ceremony on place 5"),
        (Build(ASH, "Mill", 5, "Forge"), "Ash builds Mill on place 5 and discards Forge"),
        (UseCard(ASH, "OpenGates"), "Ash uses Open Gates"),
        (Deploy(ASH, "FoxBandit"), "Ash deploys a Knight to Fox Bandit"),
        (Enact(ASH, "OpenGates"), "Ash puts Open Gates to the vote"),
        (Vote(ASH, "for", 4), "Ash backs the Law with 4 Influence"),
        (Vote(ASH, "against", 1), "Ash opposes the Law with 1 Influence"),
        (Vote(ASH, "for", 0), "Ash spends no Influence on the vote"),
        (Flee(ASH, "Valley"), "Ash flees from Valley"),
        (Idle(ASH), "Ash Idles"),
        (
            Haggle(ASH, TRADE),
            "Ash offers a trade: Ash gives 2 wolf0 and 1 Cat Worker to Birch and Birch gives nothing to Ash",
        ),
        (Accept(ASH, 3), "Ash agrees to offer 3"),
        (Decline(ASH, 3), "Ash declines offer 3"),
        (Resolve(ASH, "FoxBandit"), "Ash resolves the Battle on Fox Bandit"),
        (Ally(ASH, CEDAR), "Ash wants Cedar as an ally"),
        (Ally(ASH, None), "Ash wants no ally"),
        (Target(ASH, (Aim("ash-1", "FoxBandit-2"),)), "Ash aims Ash 1 at Fox Bandit 2"),
        (Target(ASH, ()), "Ash aims at nobody"),
        (PlaceCard(ASH, SECRET), "Ash defends with a Battlecard face down"),
        (PlaceCard(ASH, Hidden.of("P3", ASH)), "Ash defends with Battlecard P3"),
        (Attack(ASH, "P4"), "Ash attacks with Battlecard P4"),
        (Attack(ASH, "P4", SECRET), "Ash attacks with Battlecard P4 and discards a Battlecard face down"),
        (AgreeToEnd(ASH), "Ash agrees to end the Battle"),
        (TakeReward(ASH, "Valley", take=True), "Ash takes the reward of Valley"),
        (TakeReward(ASH, "FoxBandit", take=False), "Ash leaves the reward of Fox Bandit"),
        (Report(TABLE, "Valley", (ASH, BIRCH)), "the table reports the Battle on Valley won by Ash and Birch"),
        (
            Report(TABLE, "Valley", (BANDITS,), ("FoxBandit-2",)),
            "the table reports the Battle on Valley won by the Bandits with the loss of Fox Bandit 2",
        ),
    ],
    ids=str,
)
def test_a_decision_is_told_as_players_say_it(decision: Decision, says: str) -> None:
    assert decision_sentence(ruleset_of("heirless/e1"), decision, EMPTY_ROSTER) == says
