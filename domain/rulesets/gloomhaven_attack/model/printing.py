"""What is printed otherwise in the other edition, as values that the steps ask for."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

Printing = Literal["gh1", "fh"]


class Differences(Struct, frozen=True):
    """What is printed otherwise in the other edition, and is no question of reading."""

    rolling: Literal["all count", "then one more"]
    characters_choose: bool
    ward_and_brittle: bool
    bless_leaves: Literal["when drawn", "once resolved"]
    token_for_summoned: bool


PRINTED: Final[Mapping[Printing, Differences]] = {
    "gh1": Differences(
        rolling="all count",
        characters_choose=False,
        ward_and_brittle=False,
        bless_leaves="when drawn",
        token_for_summoned=False,
    ),
    "fh": Differences(
        rolling="then one more",
        characters_choose=True,
        ward_and_brittle=True,
        bless_leaves="once resolved",
        token_for_summoned=True,
    ),
}
