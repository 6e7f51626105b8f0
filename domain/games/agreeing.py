"""Whether two values are the same, where a reader may not see all of what is recorded."""

from typing import Any, cast

import msgspec

from domain.kernel.hidden import Concealed, Hidden


def agree(recorded: object, follows: object) -> bool:
    """Whether what is recorded is what follows.

    ``Concealed`` where they differ in nothing that this reader sees, and may differ in what is hidden: a hidden value
    that is computed anew has no digest to hold against one of which the digest is all there is.
    """
    if recorded == follows:
        return True
    (plain, ours), (other_plain, theirs) = _apart(recorded), _apart(follows)
    if type(recorded) is not type(follows) or plain != other_plain:
        return False
    untold = [_untold(one, other) for one, other in zip(ours, theirs, strict=True) if one != other]
    if not all(untold):
        return False
    raise Concealed(untold[0])


def _apart(value: object) -> tuple[object, list[object]]:
    """A value with a name in the place of all that JSON has no form for, and that in its order."""
    taken: list[object] = []

    def take(inner: object) -> str:
        taken.append(inner)
        return type(inner).__name__

    return msgspec.to_builtins(value, enc_hook=take), taken


def _untold(one: object, other: object) -> str:
    """The digest of what is hidden from this reader, where the other is hidden from the same players and has none."""
    if not (isinstance(one, Hidden) and isinstance(other, Hidden)):
        return ""
    recorded, follows = cast("Hidden[Any]", one), cast("Hidden[Any]", other)
    tells = recorded.to != follows.to or recorded.is_open or follows.digest
    return "" if tells else recorded.digest
