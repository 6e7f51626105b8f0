"""Numbers of things as a person says them."""


def many(number: int, what: str) -> str:
    """``1 cube``, ``2 cubes``; a word that takes an s."""
    return f"{number} {what}{'' if number == 1 else 's'}"
