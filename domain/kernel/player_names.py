"""Names of players: written in one way only, and never quite like another without anybody being told."""

import unicodedata
from typing import Final

_UNSEEN: Final = frozenset(
    (
        *map(ord, "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    )
)
"""Characters that count as letters or marks, and show nothing."""

_ALIKE: Final = str.maketrans(
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425"  # Cyrillic
    "\u0430\u0435\u043e\u0455\u0456\u0458\u0440\u0441\u0443\u0445\u04bb\u0501\u051b\u051d\u04cf"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"  # Greek
    "\u03bf\u03bd\u03b9\u03b1\u03c1\u03c5\u03ba\u03c7"
    "\u0131\u0251\u0261\u0578\u057d\u0585\u0570",  # Latin, and Armenian
    "ABESIJKMHOPCTYXaeosijpcyxhdqwlABEZHIKMNOPTYXoviapukxiagnuoh",
)
"""Letters that look like one of Latin."""


def name_problem(name: str) -> str:
    """Why nobody may be called so; nothing where they may, as without any name.

    A name is in NFC and printable, so that two that look alike because of what cannot be seen are not two.
    """
    if unicodedata.normalize("NFC", name) != name:
        return "write its accents as NFC does, a letter with its accent as one character"
    if not name.isprintable() or not _UNSEEN.isdisjoint(map(ord, name)):
        return "it has characters that do not show, or turn the direction of writing"
    if name != " ".join(name.split()):
        return "no space at its ends, and no two together"
    return ""


def latin_lookalike(name: str) -> str:
    """The name in Latin letters for which this one could be taken; nothing where it is written in those, or unlike any.

    So a Cyrillic word that could be a Latin one is told from it, and a name in Cyrillic letters is just a name.
    """
    plain = unicodedata.normalize("NFKC", name).translate(_ALIKE)
    is_latin = all(not each.isalpha() or unicodedata.name(each, "").startswith("LATIN") for each in plain)
    return plain if plain != name and is_latin else ""
