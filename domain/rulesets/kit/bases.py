"""The bases of what a title's record is made of: decisions and events."""

from msgspec import Struct

from oathbook.domain.kernel.seats import Seat


class Decided(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower, gc=False):
    """Base of the decisions: who decides."""

    by: Seat


class Happened(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower, gc=False):
    """Base of the events: each says its kind."""
