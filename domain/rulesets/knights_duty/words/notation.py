"""How decisions are written at the table: *plan bow, shield*, *point at birch*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import EditForm, Notation
from oathbook.domain.rulesets.knights_duty.chapters.steps import FORMS
from oathbook.domain.rulesets.knights_duty.model.components import Components
from oathbook.domain.rulesets.knights_duty.model.decisions import TOKENS
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Clans and tokens, of which letters do not speak."""
    assert isinstance(setup.components, Components), "a setup has the components of its ruleset"
    return {"clan": tuple(each.clan for each in setup.components.board.corners), "token": TOKENS}


EDITS: Final = (
    EditForm("move {seat:player} to {space:space}", ("knights {seat} space = {space}",)),
    EditForm("give {weapon:weapon} to {seat:player}", ("knights {seat} weapon = {weapon}",)),
    EditForm("take [the] weapon of {seat:player}", ("knights {seat} weapon = nothing",)),
    EditForm("break [the] heart of {seat:player}", ("knights {seat} heart = broken",)),
    EditForm(
        "mend [the] heart of {seat:player}", ("knights {seat} heart = full", "knights {seat} broken_this_turn = false")
    ),
    EditForm("turn [the] Inspiration of {seat:player} face up", ("knights {seat} inspiration = face_up",)),
    EditForm("turn [the] Inspiration of {seat:player} face down", ("knights {seat} inspiration = face_down",)),
)

NOTATION: Final = Notation(FORMS, names, edits=EDITS)
