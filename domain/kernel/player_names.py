"""Names of players: written in one way only, and never quite like another without anybody being told."""

import re
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

_TEXT: Final = (
    r"\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u2328\u23cf\u23ed-\u23ef\u23f1\u23f2"
    r"\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb\u25fc\u2600-\u2604\u260e\u2611\u2618\u261d\u2620\u2622"
    r"\u2623\u2626\u262a\u262e\u262f\u2638-\u263a\u2640\u2642\u265f\u2660\u2663\u2665\u2666\u2668\u267b\u267e"
    r"\u2692\u2694-\u2697\u2699\u269b\u269c\u26a0\u26a7\u26b0\u26b1\u26c8\u26cf\u26d1\u26d3\u26e9\u26f0\u26f1"
    r"\u26f4\u26f7-\u26f9\u2702\u2708\u2709\u270c\u270d\u270f\u2712\u2714\u2716\u271d\u2721\u2733\u2734\u2744"
    r"\u2747\u2763\u2764\u27a1\u2934\u2935\u2b05-\u2b07\u3030\u303d\u3297\u3299\U0001f170\U0001f171\U0001f17e"
    r"\U0001f17f\U0001f202\U0001f237\U0001f321\U0001f324-\U0001f32c\U0001f336\U0001f37d\U0001f396\U0001f397"
    r"\U0001f399-\U0001f39b\U0001f39e\U0001f39f\U0001f3cb-\U0001f3ce\U0001f3d4-\U0001f3df\U0001f3f3\U0001f3f5"
    r"\U0001f3f7\U0001f43f\U0001f441\U0001f4fd\U0001f549\U0001f54a\U0001f56f\U0001f570\U0001f573-\U0001f579"
    r"\U0001f587\U0001f58a-\U0001f58d\U0001f590\U0001f5a5\U0001f5a8\U0001f5b1\U0001f5b2\U0001f5bc"
    r"\U0001f5c2-\U0001f5c4\U0001f5d1-\U0001f5d3\U0001f5dc-\U0001f5de\U0001f5e1\U0001f5e3\U0001f5e8\U0001f5ef"
    r"\U0001f5f3\U0001f5fa\U0001f6cb\U0001f6cd-\U0001f6cf\U0001f6e0-\U0001f6e5\U0001f6e9\U0001f6f0\U0001f6f3"
)
"""Characters that are emoji where U+FE0F follows, as Unicode lists them: ranges for a regular expression."""

_PICTURE: Final = (
    rf"(?:[{_TEXT}](?:\ufe0f|[\U0001f3fb-\U0001f3ff])"
    rf"|(?![{_TEXT}])[\u2b1b\U0001f300-\U0001f64f\U0001f680-\U0001f6ff\U0001f900-\U0001faff][\U0001f3fb-\U0001f3ff]?)"
)
_EMOJI: Final = re.compile(rf"{_PICTURE}(?:\u200d{_PICTURE})*|[0-9#*]\ufe0f\u20e3")
"""One emoji, in the one way in which keyboards write it: pictures may be joined, and have a colour of skin."""

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

    A name is in NFC and printable, so that two that look alike because of what cannot be seen are not two; what joins
    the pictures of an emoji, or makes one of a sign, is part of it.
    """
    if unicodedata.normalize("NFC", name) != name:
        return "write its accents as NFC does, a letter with its accent as one character"
    plain = _EMOJI.sub("", name)
    if not plain.isprintable() or not _UNSEEN.isdisjoint(map(ord, plain)):
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
