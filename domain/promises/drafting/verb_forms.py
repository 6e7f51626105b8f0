"""The forms of the verbs of a vocabulary: to *give*, *gives*, *giving*, *gave* or *given*."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.rulesets.vocabulary import Vocabulary

_PASTS: Final = (
    "break broke broken,build built,fight fought,flee fled,forgo forwent forgone,give gave given,go went gone,"
    "hold held,let let,make made,pay paid,put put,send sent,shoot shot,spend spent,strike struck,take took taken"
)
_IRREGULAR: Final = {base: tuple(forms) for base, *forms in map(str.split, _PASTS.split(","))}


class VerbForms:
    """The first words of all verbs: as a duty, as a condition, as what goes on and what has been done."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        thirds = {first_word(each.base): first_word(each.third) for each in vocabulary.verbs}
        others = {first_word(way) for each in vocabulary.verbs for way in each.also}
        self.thirds: Final = {**{base: regular_third_person(base) for base in others}, **thirds}
        self.bases: Final = {
            form: base for base in self.thirds for form in (*gerunds_of(base), *pasts_of(base), self.thirds[base], base)
        }
        self.gerunds: Final = tuple(form for base in self.thirds for form in gerunds_of(base))
        self.pasts: Final = tuple(form for base in self.thirds for form in pasts_of(base))

    def base(self, form: str) -> str:
        """The form as a duty has it: *give* for *gives*, *giving* and *given*."""
        return self.bases.get(form.lower(), form)

    def third(self, form: str) -> str:
        """The form as a condition has it: *gives*."""
        base = self.base(form)
        return self.thirds.get(base, form)


def first_word(phrase: str) -> str:
    """The first word of a phrase."""
    return phrase.partition(" ")[0].lower()


def regular_third_person(base: str) -> str:
    """What he or she does, by the rule."""
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}es" if base.endswith(("s", "x", "ch", "sh", "o")) else f"{base}s"


def gerunds_of(base: str) -> Iterator[str]:
    """What it is to do it, in each spelling that may be right."""
    yield f"{base}ing"
    yield from (f"{each}ing" for each in _shorter(base))


def pasts_of(base: str) -> tuple[str, ...]:
    """What has been done, in each spelling that may be right."""
    if base in _IRREGULAR:
        return _IRREGULAR[base]
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return (f"{base[:-1]}ied",)
    return (f"{base}ed", *(f"{each}ed" for each in _shorter(base)))


def _shorter(base: str) -> Iterator[str]:
    """Without the mute letter at its end, and with the last one doubled."""
    if base.endswith("e"):
        yield base[:-1]
    elif base[-1:] not in "aeiouwxy" and base[-2:-1] in "aeiou":
        yield base + base[-1]
