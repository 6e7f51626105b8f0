"""What a game's stream says about taking back; what was taken back stays in it, at its position."""

from typing import Annotated

from msgspec import Meta, Struct, field

from oathbook.domain.kernel import Seat, limits

Reason = Annotated[str, Meta(max_length=200, pattern=limits.ON_ONE_LINE)]
Consents = Annotated[tuple[Seat, ...], Meta(max_length=limits.SEATS)]


class TakebackEventBase(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something about taking back."""


class TakebackAsked(TakebackEventBase, frozen=True, omit_defaults=True):
    """``game.takeback-asked/1``: a seat asks those in ``needs`` to let it take back the decision at ``start``.

    All that was decided since would go with it. ``why`` is left out where the seat does not say.
    """

    start: limits.Position = field(name="from")
    needs: Annotated[Consents, Meta(min_length=1)]
    why: Reason = ""


class TakebackAnswered(TakebackEventBase, frozen=True):
    """``game.takeback-answered/1``: a seat agrees, or does not, to what was asked at the position ``asked``."""

    asked: limits.Position
    agrees: bool


class StepsTakenBack(TakebackEventBase, frozen=True, omit_defaults=True):
    """``game.taken-back/1``: the game stands again as before the decision at ``start``.

    It carries no state: whoever can fold what stands before it has that. ``consents`` are the seats that agreed.
    """

    start: limits.Position = field(name="from")
    consents: Consents
    why: Reason = ""
