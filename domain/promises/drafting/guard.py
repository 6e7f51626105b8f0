"""Which words of a typed letter a suggested one does not say: such a suggestion would mislead, and is asked about.

Each guarded word needs a witness in the suggestion: another word that says the same. For negations and amounts a
witness counts once: two *twice* need two. Some readings change what a letter says without losing a word: a time that
binds one of two duties, say. For these there are rules about the whole.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple


class Question(NamedTuple):
    """What a suggestion leaves out or decides by itself, and what to ask about it."""

    word: str
    asks: str


class _Guard(NamedTuple):
    """Words as they are typed, what says the same in a letter (nothing, where none does), and what to ask."""

    typed: str
    witness: str
    asks: str
    is_used_up: bool = False


_ANYTHING: Final = ".*"  # whatever the letter says: these words have no weight
_OTHERS: Final = "(?:you|he|she|they|{player})"
_GUARDS: Final = (
    # Whole phrases, whose words mean something else alone
    _Guard("(?:nobody|no one|anyone|anybody|any player) (?:but|except) {player}", "either|any player", "Who is meant?"),
    _Guard("from now on|at all times|at no charge|without payment|for free", _ANYTHING, ""),
    _Guard("so(?: that)? (?:i|we|" + _OTHERS + r") can\b.*", _ANYTHING, ""),
    _Guard("before next (?:season|turn)", "before", "Before what?"),
    _Guard("whenever (?:he|she|they|you) (?:wants?|likes?)", "not to refuse|let", "Is this a permission, or a duty?"),
    _Guard("no (?:less|fewer) than", "at least", "How many?"),
    _Guard("(?:never|not) (?:have|drop to|fall to|go to) (?:less|fewer) than", "at least|not", "How many?"),
    _Guard("no more than", "at most|not", "How many?"),
    _Guard("no later than", "by|before", "By when?"),
    _Guard("if there is(?: one)?", "if|in the next", "If what happens?"),
    _Guard(
        "when(?:ever)? it comes (?:up|to a vote)|every time it comes up", "in (?:the next|every) vote", "In which vote?"
    ),
    _Guard("only(?= (?:this|next|in|during|until|by)\\b)", "by|until|in|during", "And at no other time?"),
    _Guard(r"only(?= (?:once|twice|\d))", "at most|exactly|once", "And not more often?"),
    _Guard(r"neither\b[^.]*?\bnor", "not|never", "What is not to be done?", is_used_up=True),
    # Permissions
    _Guard(
        _OTHERS + r" (?:can|may|get to)\b(?! (?:not|count|always))",
        "not to refuse|let",
        "Is this a permission, or a duty?",
    ),
    _Guard("let|lets|allow|allows|permit", "let|not to refuse|give", "Is this a permission, or a duty?"),
    # Conditions
    _Guard("if (?:he|she|you) (?:asks?|wants?|likes?)|if asked", "", "Only when somebody asks for it?"),
    _Guard(
        r"only (?:if|after|when|once(?= (?:i|we|" + _OTHERS + r")\b))",
        "before|until|while it is not",
        "And otherwise not at all?",
    ),
    _Guard("only|nothing but|nobody but|except", "only", "What is ruled out by it?"),
    _Guard("as long as|while", "while|for as long as|unless|until", "While what is so?"),
    _Guard("when", "if|once|whenever|while", "The first time, or every time?"),
    _Guard(
        "if|provided|in case|assuming|should(?= " + _OTHERS + r"\b)",
        "if|once|whenever|while|in that",
        "If what happens?",
    ),
    _Guard("whenever|each time|every time", "whenever", "Every time that what happens?"),
    _Guard("unless", "unless|before|until", "Unless what happens?"),
    _Guard("otherwise|or else", "otherwise", "Otherwise what?"),
    # Order
    _Guard(
        "as soon as|right after|right before|immediately|at once|straight away|right away",
        "at once|at .*next decision",
        "By when?",
    ),
    _Guard(r"after|once(?! (?:per|a|in|each|every)\b)", "if|once|whenever|before", "After what?"),
    _Guard(
        r"then|in return(?=.*\b(?:give|pay))|back(?= next|$|\.)", r"if|once|whenever|1\)", "Which of them comes first?"
    ),
    _Guard(r"first(?= (?:of|to)\b)", "", "Only whoever comes first?"),
    _Guard("first|before", "before|by|until|unless|if|once|whenever", "Before what?"),
    # Times
    _Guard("until|till", r"until|while|for \d+", "Until when?"),
    _Guard("by(?! (?:me|you|him|her|them|us|anyone|anybody|{player})\\b)", "by|before", "By when?"),
    _Guard("now|today|soon|later|this turn|this round", "by the end of this|until the end of this|in this", "By when?"),
    _Guard("this season(?:'s)?", r"this season|that season|for \d+ seasons", "In which season?"),
    _Guard(
        "(?<!before )next (?:season|turn|battle|vote|slot|round)", r"next|until a vote|for \d+ seasons", "In which one?"
    ),
    _Guard(
        "(?:every|each|per) (?:season|turn|slot|battle)|(?:every|per|in each) vote|a (?:season|turn)|once per",
        "in every",
        "In each of them?",
    ),
    _Guard("(?:in|during) (?:that|this) (?:vote|battle)", "in that|in this", "In which one?"),
    _Guard("forever|always|ever", "never|not|that|until the end of the game", "Until when?"),
    # Amounts
    _Guard("for (?:each|every)|per|pro rata|half|evenly|share|split", "for each|whenever", "How many for each?"),
    _Guard("(?:each|every|any|all)(?= (?:law|battle|vote|workplace|tile|player))", "every|any", "Which ones?"),
    _Guard("once", "once", "How often?", is_used_up=True),
    _Guard("twice|both times", "twice|2 times", "How often?", is_used_up=True),
    _Guard("again", "twice|2 times|not|never", "How often?"),
    # What is done with, which few verbs of letters say
    _Guard("shoot", 'weapon "bow"', "With the bow only?"),
    _Guard("stab", 'weapon "sword"', "With the sword only?"),
    # Negations
    _Guard(
        r"not|never|cannot|no(?! on\b)(?= )|nobody|nothing|none|neither|nor|stop|stay out|without|instead",
        "not|never|unless|it is not the case|at most",
        "What is not to be done?",
        is_used_up=True,
    ),
)
_NUMBERS: Final = {
    word: str(number)
    for number, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
}
_AS_TIMES: Final = {"1": "|once|an?\\b|at least twice", "2": "|twice"}  # how else a number may be said
_NUMBER: Final = re.compile(rf"(?<![\w-])(\d+|{'|'.join(_NUMBERS)})(?![\w-]|,\d)", re.IGNORECASE)
_NAME: Final = re.compile(r"[\w-]+")
_FIRST_PERSON: Final = {"i", "me", "my", "we", "us", "our"}
_SECOND_PERSON: Final = {"you", "your", "yours", "we", "us"}
_EVERYBODY: Final = {"everyone", "everybody", "all", "others"}
_CONTRACTED: Final = ((r"\blet's\b", "let us"), (r"\bwon't\b", "will not"), (r"n't\b", " not"))
_DATED: Final = re.compile(r"\b(?:until|by|before|during|within|for|in the next|in every)\b")
_TWO_SIDES: Final = re.compile(r"[^,;]*[,;] ?(?!and\b)(?:i|you|we)\b", re.IGNORECASE)
_ORDERED: Final = re.compile(r"(?:if|when|as|once|until|after)\b", re.IGNORECASE)
_OWN_VOTE: Final = re.compile(r"(?:if|whenever|once) [^,]*\bproposes law (\"[^\"]+\"), to spend [^,]* \1")
_YOU_HAVE: Final = re.compile(r"you(?:'ll| will| shall) have\b", re.IGNORECASE)


def question_about(typed: str, suggested: str, writer: str, players: Iterable[str]) -> Question | None:
    """Return the first thing that a suggested letter leaves out of a typed one, or decides by itself; ``None`` if none.

    ``writer`` says *I*, where that is known; ``players`` are the seats. Scope and condition come first, then time,
    amount and person.
    """
    for contracted, whole in _CONTRACTED:
        typed = re.sub(contracted, whole, typed, flags=re.IGNORECASE)
    seats = tuple(each.casefold() for each in players)
    terms = _terms_of(suggested)
    found = chain(_scopes(typed, terms, suggested, writer), _words(typed, terms, suggested, writer, seats))
    return next(found, None)


def _terms_of(letter: str) -> str:
    """What is promised, without the names in quotation marks having capitals."""
    return re.sub(r'"[^"]*"', lambda name: name[0].lower(), re.split(r"promises?:?", letter, maxsplit=1)[-1])


def _scopes(typed: str, terms: str, suggested: str, writer: str) -> Iterator[Question]:
    """What changes although no word is lost: how far a time or a condition reaches, and whose duty it is."""
    if _OWN_VOTE.search(terms) and "in that vote" not in terms:
        yield Question("it", "In that vote, or in any?")
    duties = re.split(r"\(\d\) ", terms)[1:]
    dated = [bool(_DATED.search(each)) for each in duties]
    if any(dated) and not all(dated):
        yield Question("", "Does the time hold for both?")
    sides = typed.strip()
    if len(duties) > 1 and "if " not in terms and _TWO_SIDES.match(sides) and not _ORDERED.match(sides):
        yield Question("", "In any case, or only if the other side does its part?")
    if _YOU_HAVE.match(sides) and writer and not suggested.casefold().startswith(writer.casefold()):
        yield Question("have", "Do you give it, or do they have to keep it?")


@lru_cache(maxsize=64)
def _patterns(seats: tuple[str, ...]) -> tuple[tuple[re.Pattern[str], _Guard], ...]:
    """The guards with what finds their words in a letter of these players."""
    players = _any_of(seats)
    return tuple(
        (re.compile(rf"\b(?:{each.typed.replace('{player}', players)})(?!\w)", re.IGNORECASE), each) for each in _GUARDS
    )


def _words(typed: str, terms: str, suggested: str, writer: str, seats: tuple[str, ...]) -> Iterator[Question]:
    left = typed
    for words, guard in _patterns(seats):
        for found in [*words.finditer(left)]:
            left = _blank(left, found)
            witness = re.search(rf"\b(?:{guard.witness})", terms) if guard.witness else None
            if witness is None:
                yield Question(found[0], guard.asks)
            elif guard.is_used_up:
                terms = _blank(terms, witness)
    yield from _amounts(left, terms)
    yield from _persons(left, suggested.casefold(), writer.casefold(), seats)


def _any_of(names: tuple[str, ...]) -> str:
    """A pattern for any of these names; where there are none, for nothing."""
    return f"(?:{'|'.join(map(re.escape, names)) or '(?!)'})"


def _blank(text: str, found: re.Match[str]) -> str:
    """The text with a match out of the way; everything else stays in its place."""
    return f"{text[: found.start()]}{'·' * len(found[0])}{text[found.end() :]}"


def _without_owner(suggested: str) -> Callable[[re.Match[str]], str]:
    """Whose thing it is says nothing more, where the thing is called by its name."""
    return lambda found: "" if f'"{found[1]}"' in suggested else found[0]


def _amounts(left: str, terms: str) -> Iterator[Question]:
    for found in _NUMBER.finditer(left):
        number = _NUMBERS.get(found[0].casefold(), found[0])
        if number == "1" and re.search(r"\bone of\b", left, re.IGNORECASE):
            continue
        witness = re.search(rf"(?<![\w-])(?:{number}(?![\w-]){_AS_TIMES.get(number, '')})", terms)
        if witness is None:
            yield Question(found[0], "How many?")
        else:
            terms = _blank(terms, witness)


def _persons(left: str, suggested: str, writer: str, seats: tuple[str, ...]) -> Iterator[Question]:
    named = {*_NAME.findall(suggested)}
    everyone = "any player" in suggested or named.issuperset(seats)
    left = re.sub(rf"\b(?:{_any_of(seats)}'s|my|your) (?=(\w+))", _without_owner(suggested), left.casefold())
    for word in _NAME.findall(left):
        is_missing = (
            (word in seats and word not in named)
            or (word in _FIRST_PERSON and bool(writer) and writer not in named)
            or (word in _SECOND_PERSON and not named.intersection(seats) - {writer})
            or (word in _EVERYBODY and not everyone)
        )
        if is_missing:
            yield Question(word, "Who is meant by it?")
