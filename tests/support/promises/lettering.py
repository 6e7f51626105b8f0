"""Letters by the thousand: any that the small world can say, and texts that are nearly one."""

from random import Random
from typing import Any, Final, cast

from hypothesis import strategies as st
from lark import Lark, Token, Tree

from oathbook.domain.promises.letter.grammar import grammar_of
from oathbook.domain.promises.letter.phrase_parts import with_promises
from oathbook.domain.rulesets.vocabulary import Vocabulary
from tests.support.promises.letters import LETTERS

Texts = st.SearchStrategy[str]


def parsed(parser: Lark, text: str) -> Tree[Token]:
    """The tree of a text; lark's own types say less."""
    tree: Tree[Token] = cast("Any", parser).parse(text)
    return tree


def strict_parser(vocabulary: Vocabulary) -> Lark:
    """Lark's own parser of letters; ``GrammarError`` where one could be read in two ways (it needs *interegular*)."""
    return Lark(grammar_of(with_promises(vocabulary)).text, parser="lalr", maybe_placeholders=False, strict=True)


PLAYERS: Final = st.sampled_from(["Red", "Blue", "Green"])
ITEMS: Final = st.sampled_from(["wood", "stone", "corn"])
LAWS: Final = st.sampled_from(['law "Corn Tax"', 'law "Truce"'])
TILES: Final = st.sampled_from(['tile "Mill"', 'tile "Peak"'])
WORKPLACES: Final = st.sampled_from(['workplace "Forge"', 'workplace "Sawmill"'])
NUMBERS: Final = st.integers(1, 12).map(str)


def said(*parts: Texts | str) -> Texts:
    """The parts one after another, with spaces between them."""
    strategies = [st.just(each) if isinstance(each, str) else each for each in parts]
    return st.tuples(*strategies).map(lambda words: " ".join(filter(None, words)))


def maybe(*parts: Texts | str) -> Texts:
    """The parts or nothing."""
    return st.just("") | said(*parts)


AMOUNTS: Final = said(st.sampled_from(["", "at least", "at most", "exactly", "more than"]), NUMBERS) | st.just("any")
CAPS: Final = said("more than", NUMBERS) | NUMBERS | st.just("any")
LEAST: Final = said(st.sampled_from(["", "at least", "more than"]), NUMBERS) | st.just("any")
DESIGNATED: Final = said("the holder of marker", st.sampled_from(['"Bond"', '"Shield"'])) | said(
    "the owner of", WORKPLACES
)
WHO: Final = PLAYERS | DESIGNATED
ANYBODY: Final = WHO | st.just("any player")


def acts(amounts: Texts, who: Texts, s: str = "") -> Texts:
    """What somebody does; ``s`` is how it ends where it is told of somebody."""
    es = "ies" if s else "y"
    return st.one_of(
        said(f"give{s}", amounts, ITEMS, "to", who, maybe("as a gift")),
        said(f"give{s} marker", st.sampled_from(['"Bond"', '"Crown"']), "to", who),
        said(f"give{s}", WORKPLACES, "to", who),
        said(f"spend{s}", amounts, "influence in favour of", LAWS),
        said(f"spend{s}", amounts, "influence against", LAWS),
        said(f"attack{s}", who),
        said(f"all{es} with", who),
        said(f"deploy{s} a knight to", TILES),
        said(f"flee{s} from", TILES),
        said(f"build{s}", WORKPLACES),
        said(f"propose{s}", LAWS),
        said(f"assign{s} workers to", WORKPLACES),
        said(f"let{s}", who, "use", WORKPLACES),
        st.just(f"idle{s}"),
    )


POINTS: Final = st.one_of(
    said("the end of season", NUMBERS),
    said("the start of season", NUMBERS),
    said("the end of", st.sampled_from(["this", "that", "next"]), "season"),
    said("the battles of season", NUMBERS),
    PLAYERS.map(lambda player: f"the end of {player}'s next turn"),
    PLAYERS.map(lambda player: f"{player}'s next decision"),
    st.just("the end of the game"),
)
HAPPENINGS: Final = st.one_of(
    said(ANYBODY, acts(LEAST, ANYBODY, "s")),
    said("season", NUMBERS, "ends"),
    st.just("the game ends"),
    said(LAWS, "is enacted"),
    said("a vote on", LAWS | st.just("any law"), "opens"),
    said("a battle on", TILES | st.just("any tile"), "starts"),
    said(ANYBODY, "is in a battle"),
)
STATES: Final = st.one_of(
    said(ANYBODY, "has", AMOUNTS, ITEMS),
    said(ANYBODY, 'holds marker "Crown"'),
    said(WHO, "controls", TILES),
    said(LAWS, "is in force"),
    said("the season is", NUMBERS),
)
LIMITS: Final = st.one_of(
    said(st.sampled_from(["by", "before"]), POINTS),
    said("within", st.integers(1, 9).map(str), st.sampled_from(["seasons", "turns of Red", "turns", "season"])),
    said("during season", NUMBERS),
)
DID_NOTS: Final = said(WHO, "does not", acts(LEAST, WHO), LIMITS)
NEXT: Final = said("in the next", st.sampled_from(["vote", "season", 'vote on law "Truce"', 'battle on tile "Mill"']))


def conditions(leaves: Texts) -> Texts:
    """Conditions of such leaves, joined and denied."""
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            said("(", inner, ")"),
            said(inner, "and", inner).map(lambda text: f"({text})"),
            said(inner, "or", inner).map(lambda text: f"({text})"),
            said("it is not the case that", inner),
        ),
        max_leaves=3,
    )


ONLY: Final = st.one_of(
    said("attack only", WHO),
    said("ally only with", WHO),
    said("propose only", LAWS),
    said("deploy a knight only to", TILES),
    said('give marker "Bond" only to', WHO),
    said("give only", WORKPLACES, "to", WHO),
)
TIMES: Final = said(st.sampled_from(["", "at least", "at most", "exactly"]), st.sampled_from(["once", "twice"])) | said(
    st.sampled_from(["at least", "at most", "exactly"]), NUMBERS, "times"
)
DEADLINES: Final = st.one_of(
    said("by", POINTS),
    said(st.sampled_from(["before", "until"]), POINTS | HAPPENINGS),
    said("within", st.integers(1, 9).map(str), st.sampled_from(["seasons", "turns of Red", "turns", "season"])),
    said("during season", NUMBERS),
)
EPISODES: Final = said(
    "in",
    st.sampled_from(["every", "the next"]),
    st.just("vote") | said("battle on", TILES) | said("vote on a law proposed by", WHO),
) | said("in every battle with", WHO)
TIMINGS: Final = said(maybe(DEADLINES), maybe(EPISODES))
JOINED: Final = said(acts(AMOUNTS, WHO), "and", acts(AMOUNTS, WHO)) | said(
    "either", acts(AMOUNTS, WHO), "or", acts(AMOUNTS, WHO)
)
DUTIES: Final = st.one_of(
    said("to", acts(AMOUNTS, WHO) | JOINED, maybe(TIMES), TIMINGS),
    said(st.sampled_from(["not to", "never to"]), acts(CAPS, WHO), TIMINGS),
    said("to", ONLY, TIMINGS),
    said("to", acts(CAPS, WHO), "only after", HAPPENINGS),
    said("that", STATES, maybe("at", POINTS) | TIMINGS),
    said('in plain words "be kind, and stay so"', maybe("judged by", st.sampled_from(["Blue", "the table"]))),
)
GUARDS: Final = st.one_of(
    said("if", conditions(HAPPENINGS | STATES), LIMITS | NEXT | said("before", HAPPENINGS)),
    said("if", STATES, "at", POINTS),
    said("once the first of Red, Blue and Green", acts(LEAST, WHO, "s")),
    said("once", WHO, "does not", acts(LEAST, WHO), NEXT | said("before", HAPPENINGS)),
    said("once", conditions(HAPPENINGS | STATES | DID_NOTS)),
    said("whenever", HAPPENINGS),
)


def clauses(subject: Texts) -> Texts:
    """Clauses with all that may hang on them."""
    core = said(subject, DUTIES)
    body = core | st.tuples(core, core).map(lambda cores: f"either ({cores[0]}) or ({cores[1]})")
    excepted = st.tuples(body, conditions(HAPPENINGS | STATES)).map(lambda parts: f"{parts[0]}, unless {parts[1]}")
    mended = st.tuples(body | excepted, body).map(lambda parts: f"{parts[0]}, otherwise {parts[1]}")
    guarded = st.tuples(GUARDS, mended | body).map(lambda parts: f"{parts[0]}, {parts[1]}")
    return body | excepted | mended | guarded


HEADS: Final = st.sampled_from(
    ["Red promises", "Red promises Blue", "Red and Blue jointly promise Green", "Red, Blue and Green each promise"]
)
TERMS: Final = said(
    maybe(conditions(HAPPENINGS).map(lambda text: f"This promise ends if {text}.")),
    maybe(conditions(STATES).map(lambda text: f"This promise is void if {text}.")),
    maybe("It binds even if the game ends early."),
)


LOTS: Final = st.one_of(said(LEAST, ITEMS), said('marker "Bond" and', LEAST, ITEMS), said(WORKPLACES))
DEALS: Final = st.one_of(
    said(
        st.sampled_from(["Red and Blue", "Blue and Green"]),
        *("exchange", LOTS, "for", LOTS),
        maybe(st.sampled_from(["by", "before"]), POINTS) | said("within", NUMBERS, "seasons"),
    ),
    said(
        "Red lends", LOTS, "to Blue until the end of", st.sampled_from(["season 2", "next season", "Red's next turn"])
    ),
)


@st.composite
def letters(draw: st.DrawFn) -> str:
    """A letter of the small world; the linter may have something to say about it."""
    head = draw(HEADS)
    if draw(st.integers(0, 9)) == 0:
        return f"{draw(DEALS)}. {draw(TERMS)}"
    if draw(st.booleans()):
        return f"{head} {draw(clauses(st.just('')))}. {draw(TERMS)}"
    subject = st.sampled_from(["", "", "each of them"])
    several = draw(st.lists(clauses(subject), min_size=1, max_size=3))
    items = "; ".join(f"({number}) {clause}" for number, clause in enumerate(several, 1))
    return f"{head}: {items}. {draw(TERMS)}"


def near_letter(seed: int) -> str:
    """A letter into which somebody has fumbled: words gone, doubled, moved, from elsewhere, or odd characters."""
    random = Random(seed)  # noqa: S311  # for tests
    texts = tuple(LETTERS.values())
    words = random.choice(texts).split(" ")
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(words))
        other = random.choice(random.choice(texts).split(" "))
        match random.randrange(6):
            case 0:
                del words[at]
            case 1:
                words.insert(at, words[at])
            case 2:
                words.insert(at, other)
            case 3:
                words[at] = other
            case 4:
                words[at] = words[at][: len(words[at]) // 2] + random.choice("()\"“”,.;:§'0-é ")
            case _:
                words = words[at:] + words[:at]
        words = words or ["Red"]
    return " ".join(words)
