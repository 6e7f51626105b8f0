"""What a letter is warned of as impossible never comes true in a game, whatever is played in it."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.promises.chances.played_game import played_game
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.language import language_of
from oathbook.domain.promises.letter.language_versions import lint
from oathbook.domain.promises.letter.names import Names, names_in
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.letter.phrase_parts import AMOUNT, BARE, NUMBER, parts_of
from oathbook.domain.promises.letter.remarks import Circumstances
from oathbook.domain.promises.logic.proofs import Node, is_vacuous
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2, HeirlessRules
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.vocabulary import Args, UpperBound, Vocabulary
from oathbook.replays.playouts import play_out

RULESETS: Final = tuple(load_registry().by_key.values())
OF_EACH: Final = pytest.mark.parametrize("ruleset", RULESETS, ids=[each.edition.key for each in RULESETS])
LETTERS: Final = 150


def sentences(vocabulary: Vocabulary, names: Names, dice: Random) -> Iterator[str]:
    """Letters of one clause each, some possible and some not."""
    language = language_of(vocabulary)
    units = [each for each in vocabulary.units if each.slot]

    def name(sort: str) -> str:
        written = language.spelling(dice.choice(names[sort]), sort)
        return written if sort in BARE or written[0] in '"“' else f'"{written}"'

    def said(phrase: str) -> str:
        blanks = {AMOUNT: f"at least {dice.choice((1, 2, 9))}", NUMBER: str(dice.randint(1, 5))}
        return " ".join(
            part if isinstance(part, str) else blanks.get(part.sort) or name(part.sort) for part in parts_of(phrase)
        )

    while True:
        me, verb = name("player"), dice.choice(vocabulary.verbs)
        times = dice.choice(("", "", f" at least {dice.choice((2, 4, 9))} times"))
        window = (
            f" by the end of {dice.choice(units).word} {dice.randint(1, 3)}" if units and dice.random() < 0.5 else ""
        )
        duty = f"to {said(verb.base)}{times}{window}"
        yield f"{me} promises {duty}."
        yield f'{me} promises whenever {name("player")} {said(verb.third)}, in plain words "peace".'
        yield f"{me} promises that {said(dice.choice(vocabulary.states).phrase)} by the end of the game."


def is_triggered(node: Node) -> bool:
    return node.rule in {"instance", "triggered"} or any(map(is_triggered, node.kids))


def tried(ruleset: AnyRuleset, seed: int) -> Counter[str]:
    """What came of random letters in a random game in which they were signed at once: warned of or not, met or not."""
    record = play_out(ruleset, seed).record
    game, setup = played_game(ruleset, record.entries()), record.opened.setup()
    vocabulary, names = ruleset.vocabulary, names_in(ruleset.vocabulary, setup)
    known = Circumstances(last=vocabulary.last(setup), setup=setup)
    found: Counter[str] = Counter()
    texts = sentences(vocabulary, names, Random(seed))  # noqa: S311  # no secret: it needs to be had again
    for text in (next(texts) for _ in range(LETTERS)):
        letter = parse_letter(text, vocabulary, names)
        codes = {each.code for each in lint(letter, vocabulary, names, known)}
        (agreement,) = compile_letter(parse_letter(letter.canonical, vocabulary, names), vocabulary, names)
        proof = prove_verdict("p1", agreement, 0, game.trace)
        if "impossible" in codes:
            assert proof.status != "kept", text
        if "never" in codes:
            assert proof.status != "kept" or is_vacuous(proof.root), text
        if "never-due" in codes:
            assert not is_triggered(proof.root), text
        warned = bool(codes & {"impossible", "never-due", "never"})
        found["warned" if warned else "kept" if proof.status == "kept" else "otherwise"] += 1
    return found


@OF_EACH
@pytest.mark.parametrize(
    "seeds",
    [range(1), pytest.param(range(1, 2), marks=pytest.mark.gate), pytest.param(range(200), marks=pytest.mark.slow)],
    ids=["quick", "gate", "long"],
)
def test_what_is_warned_of_as_impossible_comes_true_in_no_game(ruleset: AnyRuleset, seeds: range) -> None:
    found = sum((tried(ruleset, seed) for seed in seeds), Counter[str]())

    assert found["kept"]
    assert found["warned"]


BOTH: Final = HEIRLESS_1, HEIRLESS_2
LOST: Final = (
    "that {me} is idle at the start of season 2",
    "that {me} is idle at the start of season 3",
    "that {me} is idle in the next season",
    "not to idle in the next season",
)
"""What Heirless warns of because everybody is Idle in the end of every Season, and nobody at first."""


def statuses_of(ruleset: HeirlessRules, said: str, seed: int) -> Counter[str]:
    """What becomes of a letter that each player signs now and then in a random game."""
    game = played_game(ruleset, play_out(ruleset, seed).record.entries())
    vocabulary, names, found = ruleset.vocabulary, names_in(ruleset.vocabulary, game.setup), Counter[str]()
    for me in names["player"]:
        (agreement,) = compile_letter(
            parse_letter(f"{me} promises {said.format(me=me)}.", vocabulary, names), vocabulary, names
        )
        proofs = [prove_verdict("p1", agreement, at, game.trace) for at in range(0, len(game.trace.moments), 5)]
        found.update("never due" if is_vacuous(each.root) else each.status for each in proofs)
    return found


@pytest.mark.parametrize(
    ("ruleset", "seeds"),
    [
        pytest.param(HEIRLESS_1, range(1), id="e1"),
        pytest.param(HEIRLESS_2, range(1), id="e2"),
        *(pytest.param(each, range(100), id=f"{each.edition.key}-long", marks=pytest.mark.slow) for each in BOTH),
    ],
)
@pytest.mark.parametrize("said", LOST)
def test_what_is_lost_as_a_season_begins_or_ends_is_kept_in_no_game(
    said: str, ruleset: HeirlessRules, seeds: range
) -> None:
    """The two quick games are among the few random ones that last for several Seasons."""
    found = sum((statuses_of(ruleset, said, seed) for seed in seeds), Counter[str]())

    assert found["broken"]
    assert "kept" not in found


@pytest.mark.parametrize("said", ["that {me} is idle at the end of season 2", "to idle in the next season"])
def test_control_what_everybody_does_in_a_season_is_kept(said: str) -> None:
    found = statuses_of(HEIRLESS_1, said, 0)

    assert found["kept"]
    assert "broken" not in found


def never(_setup: object, _kind: str, _args: Args) -> tuple[UpperBound, ...]:
    return (UpperBound(0, "so it is said", "HT-2.1"),)


def test_a_ruleset_that_is_mistaken_about_what_is_possible_is_found_out() -> None:
    """It says of everything that nobody can do it."""
    mistaken = replace(HEIRLESS_1, vocabulary=replace(HEIRLESS_1.vocabulary, most_done=never))

    with pytest.raises(AssertionError, match="promises"):
        tried(mistaken, 0)
