"""Places that are named by two coordinates, as ``2,-1``: their numbers, the place beside one, the steps from one."""

from collections.abc import Callable, Iterable


def coordinates(place: str) -> tuple[int, int]:
    """Return the two numbers a place is named by."""
    first, second = place.split(",")
    return int(first), int(second)


def shift(place: str, offset: str) -> str:
    """Return the place that an offset leads to, which is written as a place is."""
    (first, second), (across, down) = coordinates(place), coordinates(offset)
    return f"{first + across},{second + down}"


def steps_from(start: str, around: Callable[[str], Iterable[str]], most: int | None = None) -> dict[str, int]:
    """Return the fewest steps to each place within reach, the nearest first; ``around`` gives those one step away.

    ``most`` is how many steps may be taken at most.
    """
    steps, reached = {start: 0}, [start]
    for here in reached:  # which grows with every place that is found
        if steps[here] != most:
            found = [there for there in dict.fromkeys(around(here)) if there not in steps]
            steps.update(dict.fromkeys(found, steps[here] + 1))
            reached += found
    return steps
