"""The keys of the replay page: the one table that its help shows, its script obeys and its tests read."""

from typing import Final

from msgspec import Struct


class Binding(Struct, frozen=True):
    """What keys do: ``does`` is the name of it in the script, ``keys`` as browsers name them, ``says`` for people."""

    does: str
    keys: tuple[str, ...]
    says: str


class Group(Struct, frozen=True):
    """Bindings that belong together, under a heading."""

    title: str
    bindings: tuple[Binding, ...]


KEYS: Final = (
    Group(
        "Walk",
        (
            Binding("step-back", ("ArrowLeft", "k"), "one decision back"),
            Binding("step-forward", ("ArrowRight", "j"), "one decision forward"),
            Binding("event-back", (",",), "one event back: draws and what followed, each alone"),
            Binding("event-forward", (".",), "one event forward"),
            Binding("phase-back", ("<",), "one phase back, where the game has phases"),
            Binding("phase-forward", (">",), "one phase forward"),
            Binding(
                "turn-back", ("Shift+ArrowLeft", "Shift+k"), "one turn back; without turns one round, else one decision"
            ),
            Binding("turn-forward", ("Shift+ArrowRight", "Shift+j"), "one turn forward"),
            Binding(
                "round-back", ("[", "Ctrl+ArrowLeft"), "one round back; without rounds one turn, else one decision"
            ),
            Binding("round-forward", ("]", "Ctrl+ArrowRight"), "one round forward"),
            Binding("first", ("Home", "0", "ArrowUp"), "to the beginning"),
            Binding("last", ("End", "$", "ArrowDown"), "to the end, and there along with a running game"),
        ),
    ),
    Group(
        "Play",
        (
            Binding("play", ("Space",), "play, pause"),
            Binding("faster", ("+", "="), "faster"),
            Binding("slower", ("-",), "slower"),
        ),
    ),
    Group(
        "Look",
        (
            Binding("why", ("r",), "reasons: why this happened, open or shut"),
            Binding("next-view", ("f",), "the next one's view"),
            Binding("view", tuple("123456789"), "the view of the first seat, the second, …"),
            Binding("graph", ("e",), "graph of the standing, open or shut"),
            Binding("spoilers", ("s",), "hide what is still to come, or show it"),
            Binding("broken", ("b",), "the next promise that is broken"),
            Binding("search", ("/",), "find a position, a word, a clause"),
        ),
    ),
    Group(
        "Go",
        (
            Binding("link", ("y",), "copy a link to this moment"),
            Binding("next-game", ("n",), "the next game of the list it was opened from"),
            Binding("previous-game", ("p",), "the game before it"),
            Binding("help", ("?",), "these keys"),
            Binding("close", ("Escape",), "close what is open, leave a field"),
        ),
    ),
)


def is_sign(value: str) -> bool:
    """Whether a key writes something: a letter, a digit, a sign. Those can be switched off (WCAG 2.2, 2.1.4)."""
    return len(value.removeprefix("Shift+")) == 1


def shown(key: str) -> str:
    """A key as it stands on a keyboard."""
    names = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Escape": "Esc"}
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    return " ".join((*modifiers, names.get(last, last)))
