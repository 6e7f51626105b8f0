"""When everything drawn last changed, found the long way: one thing after the other, backwards, scene by scene."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from tests.support.playing import Json


def drawn(scene: Json, scores: Sequence[Json]) -> dict[str, str]:
    """Everything in a scene and its standing as text, under the way to it in an answer of ``since``."""
    return {way: json.dumps(thing, sort_keys=True) for way, thing in _ways(scene, scores)}


def last_changed(history: Sequence[dict[str, str]]) -> dict[str, int]:
    """For what is drawn last in a history of scenes, one a position from 1 on, where it last changed or appeared."""
    counted = [Counter(things.values()) for things in history]
    ranks = Counter[str]()
    found: dict[str, int] = {}
    for way, thing in history[-1].items():
        ranks[thing] += 1  # of several that are alike, so many have to be there
        position = len(history)
        while position > 1 and counted[position - 2][thing] >= ranks[thing]:
            position -= 1
        found[way] = position
    return found


def told(since: Json) -> dict[str, int]:
    """The positions in an answer of ``since``, each under the way to it."""
    found = {f"cells.{index}": each for index, each in enumerate(since["cells"])}
    for group, inner in (("pieces", "notes"), ("trays", "stacks")):
        for index, each in enumerate(since[group]):
            found[f"{group}.{index}.since"] = each["since"]
            found |= {f"{group}.{index}.{inner}.{number}": at for number, at in enumerate(each[inner])}
    return found | {f"scores.{index}": each for index, each in enumerate(since["scores"])}


def _ways(scene: Json, scores: Sequence[Json]) -> Iterator[tuple[str, object]]:
    for index, cell in enumerate(scene["cells"]):
        yield f"cells.{index}", ["mark", cell["id"], cell["mark"]]
    for index, piece in enumerate(scene["pieces"]):
        yield f"pieces.{index}.since", {**_without_lights(piece), "notes": None}
        for number, note in enumerate(piece["notes"]):
            yield f"pieces.{index}.notes.{number}", ["note", piece["id"], note]
    for index, tray in enumerate(scene["trays"]):
        empty = len(tray["stacks"]) == 0
        yield f"trays.{index}.since", ["tray", tray["id"], tray["label"], empty]
        for number, stack in enumerate(tray["stacks"]):
            yield f"trays.{index}.stacks.{number}", ["stack", tray["id"], _without_lights(stack)]
    for index, score in enumerate(scores):
        yield f"scores.{index}", ["score", score]


def _without_lights(thing: Json) -> Json:
    """A thing without what it stands for, which is not drawn."""
    return {name: value for name, value in thing.items() if name != "stands_for"}
