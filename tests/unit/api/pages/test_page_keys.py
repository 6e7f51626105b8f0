"""The keys of the replay page: one table, which the help shows, the script obeys, and no browser contradicts."""

import re
from collections import Counter
from os.path import normpath
from pathlib import PurePosixPath
from typing import Final

import pytest

from oathbook.api.pages.assets import STATIC
from oathbook.api.pages.keys import KEYS, KeyBinding, is_sign, key_label
from oathbook.api.pages.position_summary import summarize_position
from oathbook.api.pages.previews import preview_of
from oathbook.api.pages.rendering import TEMPLATES
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.frames import Replay
from tests.support.pages import Element, parsed
from tests.support.playing import small_game

BINDINGS: Final = [binding for group in KEYS for binding in group.bindings]
SCRIPT: Final = (STATIC / "replay/page.js").read_text("utf-8")
NAMED: Final = frozenset(
    {"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "Escape", "Space"}
)
"""Keys with a name, as browsers say it in ``KeyboardEvent.key``; but for the blank, which ``keys.js`` calls Space."""

TAKEN: Final = {"Tab", "Enter", "Backspace", "F5", "Ctrl+c", "Ctrl+f", "Ctrl+l", "Ctrl+r", "Ctrl+t", "Ctrl+w", "'"}
"""What a browser, or whoever works a control with the keyboard, needs."""


def implemented() -> list[str]:
    """The names of what the script can do, in the order of its own table."""
    (table,) = re.findall(r"^  const doing = \{$(.*?)^  \};$", SCRIPT, re.MULTILINE | re.DOTALL)
    return re.findall(r'^    "?([a-z-]+)"?: (?:async )?\(', table, re.MULTILINE)


def asked_by_fields() -> set[str]:
    """What the script does for a field or for something that opens, which have no key."""
    return {*re.findall(r'\bdoIt\("([a-z-]+)"\)', SCRIPT)}


def scripts_of(name: str) -> set[str]:
    """A module and those that it builds on."""
    found, open_ones = set[str](), [name]
    while open_ones:
        module = open_ones.pop()
        if module not in found:
            found.add(module)
            imported = re.findall(
                r'^import .*"(\.{1,2}/[\w/-]+\.js)";$', (STATIC / module).read_text("utf-8"), re.MULTILINE
            )
            open_ones += [normpath(PurePosixPath(module).parent / each) for each in imported]
    return found


@pytest.fixture(scope="module")
def page() -> Element:
    """The page of a game of two whom nobody knows."""
    (edition, *_) = (each.edition for each in load_registry().by_key.values())
    values = {"seats": (), "neighbours": {"previous": "one", "next": "other"}, "spoilers": "shown", "chance": "seeded"}
    moment = summarize_position(Replay(small_game(), PUBLIC), 1, is_end_hidden=False)
    preview = preview_of(moment, edition, (), base="", path="/games/game", is_named=True)
    seen = {"moment": moment, "preview": preview, "imported": False, "ending": None}
    more = {"game": "game", "edition": edition, "keys": KEYS, "chosen": (), "kept": (), **seen}
    return parsed(TEMPLATES.get_template("replay.html").render(values, **more))


# The table --------------------------------------------------------------------------------------------------------


def test_no_key_does_two_things() -> None:
    times = Counter(key for binding in BINDINGS for key in binding.keys)

    assert [key for key, often in times.items() if often > 1] == []


def test_nothing_stands_twice_and_everything_has_a_key_and_words() -> None:
    for names in ([each.does for each in BINDINGS], [each.says for each in BINDINGS], [group.title for group in KEYS]):
        assert len(set(names)) == len(names)
        assert all(names)
    assert all(binding.keys for binding in BINDINGS)
    assert all(group.bindings for group in KEYS)


@pytest.mark.parametrize("key", [key for binding in BINDINGS for key in binding.keys])
def test_a_key_is_named_as_the_script_names_a_press(key: str) -> None:
    """Shift stands with letters, which are small, and with keys that have a name; a sign is another one with it."""
    control, shift, bare = re.fullmatch(r"(Ctrl\+)?(Shift\+)?(.+)", key).groups()  # type: ignore[union-attr]  # because it matches any text

    assert bare in NAMED or len(bare) == 1
    if len(bare) == 1:
        assert not bare.isspace()
        assert bare == bare.lower()
        assert bare.isalpha() or not shift
    assert key not in TAKEN
    assert not (control and bare.isalpha() and len(bare) == 1), "those are the browser's own"


@pytest.mark.parametrize(
    ("key", "as_shown"),
    [
        ("ArrowLeft", "←"),
        ("Shift+ArrowRight", "Shift →"),
        ("Ctrl+ArrowUp", "Ctrl ↑"),
        ("ArrowDown", "↓"),
        ("Escape", "Esc"),
        ("Space", "Space"),
        ("Shift+k", "Shift k"),
        ("+", "+"),
        ("=", "="),
        ("?", "?"),
    ],
)
def test_a_key_is_shown_as_it_stands_on_a_keyboard(key: str, as_shown: str) -> None:
    assert key_label(key) == as_shown


@pytest.mark.parametrize(
    ("key", "writes"),
    [
        *((key, True) for key in ("k", "Shift+k", "7", "+", "=", "/", "$")),
        *((key, False) for key in ("ArrowLeft", "Shift+ArrowLeft", "Ctrl+ArrowLeft", "Space", "Home", "Escape")),
    ],
)
def test_a_key_that_writes_something_is_a_sign(key: str, writes: bool) -> None:  # noqa: FBT001  # because it is what is asserted
    assert is_sign(key) == writes


def test_no_two_keys_look_alike() -> None:
    looks = [key_label(key) for binding in BINDINGS for key in binding.keys]

    assert len(set(looks)) == len(looks)
    assert all(looks)


# The script -------------------------------------------------------------------------------------------------------


def test_the_script_does_what_the_table_says_and_nothing_that_nobody_can_ask_for() -> None:
    does = {binding.does for binding in BINDINGS}

    assert len(implemented()) == len(set(implemented())) > 20
    assert {*implemented()} == does | asked_by_fields()
    assert not does & asked_by_fields(), "a field does something that has a key"


def test_whatever_walks_back_walks_forward_too() -> None:
    """And the other way round, by as many keys."""
    by_name = {binding.does: binding for binding in BINDINGS}
    back = {name: each for name, each in by_name.items() if name.endswith("-back")}

    assert len(back) == 6
    for name, binding in back.items():
        forward: KeyBinding = by_name[name.replace("-back", "-forward")]
        assert len(forward.keys) == len(binding.keys)
        assert [turned(key) for key in binding.keys] == list(forward.keys)


def turned(key: str) -> str:
    """The key that lies over against another one."""
    for one, other in (("Left", "Right"), ("Up", "Down"), ("[", "]"), (",", "."), ("<", ">"), ("k", "j"), ("(", ")")):
        if key.endswith(one):
            return key.removesuffix(one) + other
    raise LookupError(key)


# The page ---------------------------------------------------------------------------------------------------------


def test_every_button_that_does_something_does_what_has_a_key(page: Element) -> None:
    buttons = [each for each in page.all("button") if "data-does" in each.attributes]

    assert len(buttons) > 8
    assert {each.attributes["data-does"] for each in buttons} <= {binding.does for binding in BINDINGS}
    assert {each.attributes["type"] for each in buttons} == {"button"}


def test_every_button_has_a_name_and_every_picture_in_it_has_none(page: Element) -> None:
    """Whoever hears the page hears what a button does, once; what is seen on it when pointed at is the same or more."""
    for button in page.all("button"):
        named = button.attributes.get("aria-label", button.text)
        assert named
        for picture in button.all("svg"):
            assert picture.attributes["aria-hidden"] == "true"
            assert named.lower() in button.attributes["title"].lower()
            assert [path.attributes["d"] for path in picture.all("path")]


def test_a_key_beside_a_button_or_a_heading_is_the_first_that_does_it(page: Element) -> None:
    """A panel has the name of what its key does."""
    keys = {binding.does: binding.keys for binding in BINDINGS}
    beside = {
        **{each.attributes["data-does"]: each for each in page.all("button") if "data-does" in each.attributes},
        **{each.attributes["id"]: each for each in page.all("section") if each.attributes.get("id") in keys},
    }
    told = {name: [key.text for key in each.all("kbd")] for name, each in beside.items() if each.all("kbd")}

    assert told == {name: [key_label(keys[name][0])] for name in told}
    assert told.keys() >= {"help", "why"}


def test_every_name_that_a_script_looks_up_is_on_the_page(page: Element) -> None:
    names = {
        name
        for module in scripts_of("replay/page.js")
        for name in re.findall(r'\bat\("([\w-]+)"\)', (STATIC / module).read_text("utf-8"))
    }

    assert len(names) > 15
    assert names <= {each.attributes["id"] for each in page.all() if "id" in each.attributes}
