"""Words of a title for edits of a position: *take 1 Influence from supply for ann* changes both of its ends."""

import re
from typing import Final

from msgspec import Struct

from oathbook.domain.recording.notation.edit_lines import fill_edit
from oathbook.domain.recording.notation.line_scanner import Ends, LineScanner
from oathbook.domain.recording.notation.patterns import LinePattern
from oathbook.domain.rulesets.forms import EditForm

_OPTIONAL: Final = re.compile(r" ?\[[^\]]*\]")
_PLACE: Final = re.compile(r"\{[^}]*\}")


class EditWords(Struct, frozen=True):
    """The forms of a title for edits, each with the pattern that reads it."""

    patterns: tuple[tuple[LinePattern, EditForm], ...]

    def read(self, line: LineScanner, at: int) -> Ends:
        """The edits of places that the first form stands for which leads there."""
        ends: dict[int, tuple[str, ...]] = {}
        for pattern, form in self.patterns:
            for end, fields in line.read(pattern, at).items():
                ends.setdefault(end, tuple(fill_edit(each, fields) for each in form.changes))
        return ends

    def expected(self) -> str:
        """What can be written as an edit, for a message."""
        forms = (f"“{_PLACE.sub('…', _OPTIONAL.sub('', form.says)).strip()}”" for _, form in self.patterns)
        bare = "write what is edited, an equals sign and its value: “players … = 4”"
        return ", or ".join((bare, *((f"in words: {', '.join(forms)}",) if self.patterns else ())))
