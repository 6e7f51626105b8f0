"""Who pays for random breaches, held against the rules of who answers by code that knows nothing of blame.

Of each broken promise it asks the rules of the mini-game about every decision since the signing: whether its maker
could have done a part of what was promised, or could have but for whose turn it was. From that alone follows:

1. who let a chance go that nobody took away later, pays;
2. who never could have done any of it since the signing, promised more than they had, and pays;
3. who had no chance in a turn of theirs, and could have done it until somebody else's decision, does not pay;
4. who did what was forbidden, and could have idled, pays;
5. who was to have at most so much, never had so little, and could to the last have given the rest away, pays.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest
from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.promise_audit import Audit, PromiseAudit
from oathbook.domain.promises.chances.played_game import GameStep
from tests.minigame import model as m
from tests.minigame.ruleset import MINIGAME
from tests.support.promises.blaming import SEATS, random_table

TEXTS: Final = (
    "{a} promises {b} to give {n} {item} to {b} by the end of season {s}.",
    "{a} promises {b} to give {n} {item} to {c} by the end of season {s}.",
    '{a} promises {b} to deploy a knight to tile "{tile}" by the end of season {s}.',
    '{a} promises {b} to deploy a knight to tile "{tile}" before {c} deploys a knight to tile "{tile}".',
    '{a} promises {b} to assign workers to workplace "Forge" by the end of season {s}.',
    "{a} promises {b} never to attack {c}.",
    "{a} promises {b} never to idle.",
    "{a} promises {b} that {a} has at most 1 {item} at the end of season {s}.",
)
GIVE: Final = re.compile(r"(\w+) promises \w+ to give (\d) (\w+) to (\w+) by")
DEPLOY: Final = re.compile(r'(\w+) promises \w+ to deploy a knight to tile "(\w+)"')
ASSIGN: Final = re.compile(r'(\w+) promises \w+ to assign workers to workplace "(\w+)"')
NEVER: Final = re.compile(r"(\w+) promises \w+ never to (attack|idle)")
AT_MOST: Final = re.compile(r"(\w+) promises \w+ that \w+ has at most (\d) (\w+) at the end")
RULES: Final = MINIGAME

FEW: Final = 100
MANY: Final = 10_000


class Turn(Struct, frozen=True):
    """A decision since the signing: whose, whether it did the act, and how the maker stood to it before."""

    by: Seat
    did: bool
    allowed: bool
    """The rules would have allowed the act there."""
    able: bool
    """But for whose turn it was."""


def since_signing(found: Audit, promise: PromiseAudit) -> list[GameStep]:
    """The decisions from the signing to the breach."""
    (part,) = promise.parts
    broken = part.proof.position
    signed = found.game.trace.moments[part.proof.signed].position
    assert broken is not None
    return [step for step in found.game.commands if signed < step.at <= broken]


def turns(found: Audit, promise: PromiseAudit, act: tuple[m.Decision, ...]) -> list[Turn]:
    """The decisions from the signing to the breach, with what the rules say of the act before each of them."""
    told: list[Turn] = []
    for step in since_signing(found, promise):
        refusals = [RULES.refusal(step.state, each) for each in act]
        allowed = None in refusals
        able = allowed or any(each is not None and each.kind == "out-of-turn" for each in refusals)
        told.append(Turn(step.by, step.decision in act, allowed, able))
    return told


def kept_too_much(steps: list[GameStep], maker: Seat, most: int, named: str) -> bool:
    """Whether the maker never had so little, and could before the last decision still have given the rest away."""
    items: list[m.Tradeable] = [each for each in m.TRADEABLE if each == named]
    (item,) = items
    had = [step.state.goods[maker][item] for step in steps]
    return all(each > most for each in had) and any(
        RULES.refusal(steps[-1].state, m.Give(maker, item, had[-1] - most, to)) is None for to in SEATS if to != maker
    )


def acts(letter: str) -> tuple[Seat, tuple[m.Decision, ...]] | None:
    """Who promised to do something, and the decisions that do a part of it, or all of it."""
    if said := GIVE.match(letter):
        by, to = Seat(said[1]), Seat(said[4])
        items: list[m.Tradeable] = [each for each in m.TRADEABLE if each == said[3]]
        return by, tuple(m.Give(by, item, count, to) for item in items for count in range(1, int(said[2]) + 1))
    if said := DEPLOY.match(letter):
        return Seat(said[1]), (m.Deploy(Seat(said[1]), said[2]),)
    if said := ASSIGN.match(letter):
        return Seat(said[1]), (m.Assign(Seat(said[1]), said[2]),)
    return None


def verdict(maker: Seat, since: list[Turn]) -> str:
    """What the rules come to, where they leave no doubt: ``pays``, ``free``, or nothing."""
    if not any(each.able for each in since):
        return "beyond" if any(each.by == maker for each in since) else ""
    last = max(number for number, each in enumerate(since) if each.able)
    lost_by = since[last].by if last + 1 < len(since) else None
    let_go = any(each.allowed and not each.did for each in since if each.by == maker)
    if let_go and lost_by in {None, maker} and not any(each.did for each in since):
        return "let go"
    never = not any(each.allowed for each in since)
    later = any(each.by == maker for each in since[last + 1 :])
    return "taken" if never and lost_by not in {None, maker} and later else ""


def judged(seed: int) -> Iterator[str]:
    """What the rules say of each breach of a game, after it was held against who pays."""
    found = random_table(seed, texts=TEXTS, letters=12).audit()
    for promise in found.promises:
        if promise.status != "broken":
            continue
        (part,) = promise.parts
        known, forbidden, limited = acts(promise.letter), NEVER.match(promise.letter), AT_MOST.match(promise.letter)
        if known is not None:
            maker, act = known
            says = verdict(maker, turns(found, promise, act))
            if says:
                assert part.blame.blamed == (() if says == "taken" else (maker,)), (seed, promise.letter, says)
            yield says or "in doubt"
        elif forbidden is not None:
            maker = Seat(forbidden[1])
            broken = part.proof.position
            assert broken is not None
            *_, step = (each for each in found.game.commands if each.at <= broken)
            others = {type(each) for each in RULES.options(step.state, maker).listed} & TAKES_A_TURN
            free = others - {type(step.decision)}
            assert part.blame.blamed == (maker,), (seed, promise.letter)
            yield "did it" if free else "forced"
        elif limited is not None:
            kept = kept_too_much(since_signing(found, promise), Seat(limited[1]), int(limited[2]), limited[3])
            assert not kept or part.blame.blamed == (Seat(limited[1]),), (seed, promise.letter)
            yield "kept too much" if kept else "in doubt"


TAKES_A_TURN: Final = {m.Deploy, m.Assign, m.Attack, m.OpenVote, m.Idle}


def through(seeds: Iterator[int], breaches: int) -> Counter[str]:
    """What was found of so many breaches."""
    seen: Counter[str] = Counter()
    while seen.total() < breaches:
        seen.update(judged(next(seeds)))
    return seen


@pytest.mark.parametrize(
    "breaches", [FEW, pytest.param(MANY, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])], ids=str
)
def test_who_pays_for_a_breach_is_who_the_rules_say(breaches: int) -> None:
    seen = through(iter(range(10**6)), breaches)

    print(breaches, "breaches:", dict(seen))  # noqa: T201  # for whoever runs the long one
    assert {"let go", "beyond", "taken", "did it", "kept too much"} <= {*seen}
