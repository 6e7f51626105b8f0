"""Which distribution a ruleset is from."""

from importlib.metadata import version


def origin_of(distribution: str) -> str:
    """A distribution with its version, as an edition names it and as records say who decided them."""
    return f"{distribution} {version(distribution)}"
