"""The grammar of a game's lines as JSON: what each place takes, its bounds, its label, and whether it hides."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.recording.notation.forms import forms_of, place_of
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.grammar import NotationGrammar
from oathbook.domain.rulesets.forms import Form
from oathbook.domain.rulesets.registry import load_registry
from tests.minigame.ruleset import MINIGAME

HEIRLESS = load_registry().ruleset("heirless/e1")


class Parcel(Struct, frozen=True, tag="parcel", tag_field="kind"):
    """A value with a place of every sort."""

    size: Annotated[int, Meta(ge=1, le=9)]
    to: Seat | None
    stamps: Annotated[tuple[Hidden[Literal["red", "blue"]], ...], Meta(max_length=3)]
    weight: int = 1
    note: str = ""
    words: str = "none"
    odd: float = 0.5


FORM = Form(
    Parcel, "send [a] [the parcel] {size} to {to}, with {stamps} [weighing {weight}] {note:rest}", {"words": "x"}
)


def told(node: Any) -> Any:  # noqa: ANN401  # JSON
    return msgspec.json.decode(msgspec.json.encode(node))


def parcel() -> Any:  # noqa: ANN401  # JSON
    grammar = NotationGrammar(MINIGAME, MINIGAME.samples()[0])
    return told(place_of(grammar.of(Parcel, secret=True, forms=(FORM,))))["of"][0]


def test_a_form_is_told_word_by_word_and_slot_by_slot() -> None:
    form, by_fields = parcel()["forms"]
    players = [[each, each] for each in ("red", "blue", "green", "table")]

    assert parcel()["tag"] == {"kind": "parcel"}
    assert parcel()["usual"] == {"weight": 1, "note": "", "words": "none", "odd": 0.5}
    assert form["fixed"] == {"words": "x"}
    assert form["row"][:6] == [
        {"word": "send"},
        {"may": [{"word": "a"}]},
        {"may": [{"word": "the parcel"}]},
        {"slot": "size", "label": "parcel", "takes": "number", "least": 1, "most": 9},
        {"word": "to"},
        {
            "slot": "to",
            "label": "to",
            "takes": "any",
            "of": [
                {"takes": "none", "word": "nobody"},
                {"takes": "name", "names": players, "quoted": True},
                {"takes": "json"},
            ],
        },
    ]
    assert form["row"][8] == {"may": [{"word": "weighing"}, {"slot": "weight", "label": "weight", "takes": "number"}]}
    assert form["row"][9] == {"slot": "note", "label": "note", "takes": "rest"}
    assert {"may": [{"word": "words"}, {"slot": "words", "label": "words", "takes": "word"}]} in by_fields["row"]
    assert {"may": [{"word": "odd"}, {"slot": "odd", "label": "odd", "takes": "json"}]} in by_fields["row"]


def test_a_list_tells_its_bounds_and_that_it_hides() -> None:
    (stamps,) = [each for each in parcel()["forms"][0]["row"] if each.get("slot") == "stamps"]
    colours = {"takes": "name", "names": [["red", "red"], ["blue", "blue"]], "quoted": False}

    assert stamps["hides"] is True
    assert stamps["of"] == [{"takes": "many", "of": colours, "most": 3}, {"takes": "json"}]


def test_the_forms_of_a_game_are_those_of_its_decisions_acts_and_draws() -> None:
    forms = told(forms_of(GameNotation(HEIRLESS, HEIRLESS.samples()[0]), "g1", "heirless/e1"))
    builds = next(each for each in forms["decision"]["of"] if each.get("tag") == {"kind": "build"})
    (cell,) = [each for each in builds["forms"][0]["row"] if each.get("slot") == "cell"]

    assert (forms["game"], forms["edition"]) == ("g1", "heirless/e1")
    assert (cell["label"], cell["least"], cell["most"]) == ("place", 1, 9)
    assert all(each["takes"] in {"form", "json"} for key in ("decision", "act", "draw") for each in forms[key]["of"])
