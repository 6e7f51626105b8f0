"""Streams of server-sent events, read as a browser reads them."""

import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.support.playing import Json


class Told(NamedTuple):
    """An event of a stream: its id, and the item in it."""

    id: int
    item: Json


def told_in(lines: Iterable[str]) -> Iterator[Told]:
    """The events of a stream as they come (HTML standard, section 9.2.6).

    Comments, ``retry`` and what has another name than ``message`` are passed over.
    """
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        if not line:
            if "data" in fields and "event" not in fields:
                yield Told(int(fields["id"]), json.loads(fields["data"]))
            fields = {}
        elif name in {"id", "data", "event"}:
            fields[name] = value.removeprefix(" ")
