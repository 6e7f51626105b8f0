"""The keys of the replay page: one table, which the help shows and the script reads."""

from typing import Final

from msgspec import Struct


class KeyBinding(Struct, frozen=True):
    """What keys do: ``does`` names the action in the script, ``keys`` are browser names, ``says`` is for people."""

    does: str
    keys: tuple[str, ...]
    says: str


class KeyGroup(Struct, frozen=True):
    """Bindings that belong together, under a heading."""

    title: str
    bindings: tuple[KeyBinding, ...]


KEYS: Final = (
    KeyGroup(
        "Walk",
        (
            KeyBinding("step-back", ("ArrowLeft", "ArrowUp", "k"), "one decision back"),
            KeyBinding("step-forward", ("ArrowRight", "ArrowDown", "j"), "one decision forward"),
            KeyBinding("event-back", (",",), "one event back: each draw and each outcome by itself"),
            KeyBinding("event-forward", (".",), "one event forward"),
            KeyBinding("phase-back", ("<",), "one phase back, where the game has phases"),
            KeyBinding("phase-forward", (">",), "one phase forward"),
            KeyBinding(
                "turn-back", ("Shift+ArrowLeft", "Shift+k"), "one turn back; without turns one round, else one decision"
            ),
            KeyBinding("turn-forward", ("Shift+ArrowRight", "Shift+j"), "one turn forward"),
            KeyBinding(
                "round-back", ("[", "Ctrl+ArrowLeft"), "one round back; without rounds one turn, else one decision"
            ),
            KeyBinding("round-forward", ("]", "Ctrl+ArrowRight"), "one round forward"),
            KeyBinding("mark-back", ("(",), "one mark back: a promise, a dispute, the beginning of a vote or a battle"),
            KeyBinding("mark-forward", (")",), "one mark forward"),
            KeyBinding("first", ("Home", "0"), "to the beginning"),
            KeyBinding("last", ("End", "$"), "to the end, and follow a running game"),
        ),
    ),
    KeyGroup(
        "Play",
        (
            KeyBinding("play", ("Space",), "play, pause"),
            KeyBinding("faster", ("+", "="), "faster"),
            KeyBinding("slower", ("-",), "slower"),
        ),
    ),
    KeyGroup(
        "Look",
        (
            KeyBinding("why", ("r",), "show or hide the reasons: why this happened"),
            KeyBinding("next-view", ("f",), "the next viewer's view"),
            KeyBinding("view", tuple("123456789"), "the view of the first seat, the second, …"),
            KeyBinding("graph", ("e",), "show or hide the graph of the standing"),
            KeyBinding("changes", ("c",), "every change of the standing"),
            KeyBinding("spoilers", ("s",), "hide or show what is still to come"),
            KeyBinding("broken", ("b",), "the next promise that is broken"),
            KeyBinding("search", ("/",), "find a position, a word, a clause"),
        ),
    ),
    KeyGroup(
        "Go",
        (
            KeyBinding("link", ("y",), "copy a link to this moment"),
            KeyBinding("next-game", ("n",), "the next game of the list"),
            KeyBinding("previous-game", ("p",), "the previous game of the list"),
            KeyBinding("help", ("?",), "show these keys"),
            KeyBinding("close", ("Escape",), "close what is open, leave a field"),
        ),
    ),
)


def is_sign(value: str) -> bool:
    """Whether a key types a letter, a digit or a sign. These can be switched off (WCAG 2.2, 2.1.4)."""
    return len(value.removeprefix("Shift+")) == 1


def key_label(key: str) -> str:
    """The label of a key, as on a keyboard."""
    names = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Escape": "Esc"}
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    return " ".join((*modifiers, names.get(last, last)))
