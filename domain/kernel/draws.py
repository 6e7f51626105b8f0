"""What chance is asked, and what it answers."""

from collections import Counter
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from oathbook.domain.kernel.hidden import Concealed, Hidden, SaltSource, seal
from oathbook.domain.kernel.limits import CARDS_PER_DRAW, SEATS
from oathbook.domain.kernel.seats import TABLE, Seat

Cards = Annotated[tuple[str, ...], Meta(max_length=CARDS_PER_DRAW)]  # cards or cubes, by what is on them
Audience = Annotated[tuple[Seat, ...], Meta(max_length=SEATS)]  # the seats that may see something; none is nobody

Source = Literal["seeded", "witnessed"]


class DrawRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to chance: take ``count`` from ``pile``.

    ``label`` occurs once in a decision; ``pile`` lists every card that could come, repeats included, in a fixed order.
    Without a pile, the reader who decides again cannot tell it: only the record can answer, and where cards are drawn
    anew the request is ``Concealed``.
    ``clause`` is the rule that asks for the draw, if the ruleset names it, to be cited if the draw is missing.
    ``to`` are the seats that may see what is drawn, ``pile_to`` those that may see the pile; left out, it is everybody.
    Label, count and clause are always public.
    """

    label: str
    pile: Cards | UnsetType = UNSET
    count: int = 1
    clause: str | UnsetType = UNSET
    to: Audience | UnsetType = UNSET
    pile_to: Audience | UnsetType = UNSET

    def may_be_witnessed_by(self, seat: Seat) -> bool:
        """Whether a seat can say what was drawn: one that may see it, or the table, for all that it played."""
        return self.to is UNSET or seat == TABLE or seat in self.to

    def known_pile(self) -> Cards:
        """The pile; ``Concealed`` where this reader cannot tell it."""
        if self.pile is UNSET:
            raise Concealed("", f"the pile of the draw “{self.label}”")
        return self.pile

    def without_hidden_pile(self) -> "DrawRequest":
        """The request as everybody may have it: without a pile that not everybody may see."""
        return self if self.pile_to is UNSET else replace(self, pile=())


class HiddenParts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is hidden of a draw: what was drawn, each card by itself, or the pile as a whole, or both."""

    drawn: Annotated[tuple[Hidden[str], ...], Meta(max_length=CARDS_PER_DRAW)] = ()
    pile: Hidden[Cards] | None = None


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    """What was drawn, in that order, and on whose word it stands.

    ``pile`` and ``drawn`` are what everybody may see; what is ``hidden`` is missing there.
    """

    label: str
    pile: Cards
    drawn: Cards
    source: Source
    witnesses: tuple[Seat, ...] = ()
    hidden: HiddenParts | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Refuse a draw that shows what it hides, or that hides nothing and says it does."""
        if self.hidden is UNSET:
            return
        of_drawn, of_pile = bool(self.hidden_cards), self.hidden_pile is not None
        if not (of_drawn or of_pile) or (of_drawn and self.drawn) or (of_pile and self.pile):
            raise ValueError("a hidden draw hides what was drawn, or its pile, and does not show it as well")

    @property
    def hidden_cards(self) -> tuple[Hidden[str], ...]:
        """The cards where not everybody may see them, as a ruleset's events carry them; none where everybody may."""
        return self.hidden.drawn if isinstance(self.hidden, HiddenParts) else ()

    @property
    def hidden_pile(self) -> Hidden[Cards] | None:
        """The pile where not everybody may see it; nothing where everybody may."""
        return self.hidden.pile if isinstance(self.hidden, HiddenParts) else None

    @property
    def visible_cards(self) -> tuple[str | None, ...]:
        """The cards as this reader has them, with nothing in the place of one that is hidden from this reader."""
        return tuple(each.look() if each.is_open else None for each in self.hidden_cards) or self.drawn

    @property
    def visible_pile(self) -> Cards | None:
        """The pile; nothing where it is hidden from this reader."""
        pile = self.hidden_pile
        if pile is None:
            return self.pile
        return pile.look() if pile.is_open else None

    def every_card(self) -> Cards:
        """The cards, also where they are hidden; ``Concealed`` where this reader does not have one."""
        return tuple(each.look() for each in self.hidden_cards) or self.drawn

    def is_possible(self, request: DrawRequest) -> bool:
        """Whether so many, and those that this reader sees, could have come from the pile of a request.

        Of a pile that nobody can tell who reads this draw, only the number is checked; ``Concealed`` where the draw
        shows its pile and the request has none.
        """
        cards = self.visible_cards
        if request.pile is UNSET and self.visible_pile is None:
            return len(cards) == request.count
        seen = Counter(each for each in cards if each is not None)
        return len(cards) == request.count and seen <= Counter(request.known_pile())

    def is_hidden_like(self, request: DrawRequest) -> bool:
        """Whether it hides what the request hides, from the same seats, and nothing else."""
        pile, to = self.hidden_pile, request.to
        if (UNSET if pile is None else pile.to) != request.pile_to:
            return False
        return (
            not self.hidden_cards
            if to is UNSET
            else not self.drawn and all(each.to == to for each in self.hidden_cards)
        )

    def hidden_like(self, request: DrawRequest) -> "Draw":
        """The same draw, hidden as the request says; ``Concealed`` where a card has to be shown that is not open here.

        Cards that were hidden, and are to be, keep their salts and digests.
        """
        if self.is_hidden_like(request):
            return self
        to = request.to
        if to is UNSET or not self.hidden_cards:
            return make_draw(request, self.every_card(), self.source, self.witnesses)
        dealt = tuple(each.with_audience(to) for each in self.hidden_cards)
        return _build_draw(request, (), dealt, self.source, self.witnesses)

    def with_pile_of(self, request: DrawRequest) -> "Draw":
        """The same cards, as hidden as they are, out of the pile of a request."""
        return _build_draw(request, self.drawn, self.hidden_cards, self.source, self.witnesses)

    def seal(self, salts: SaltSource) -> "Draw":
        """The same draw with its hidden values sealed, each under a fresh salt unless it was sealed before."""
        if self.hidden is UNSET:
            return self
        dealt, pile = self.hidden_cards, self.hidden_pile
        parts = HiddenParts(
            tuple(each if each.digest else seal(each, salts) for each in dealt),
            pile if pile is None or pile.digest else seal(pile, salts),
        )
        return replace(self, hidden=parts)


def make_draw(request: DrawRequest, drawn: Cards, source: Source, witnesses: tuple[Seat, ...] = ()) -> Draw:
    """The draw that answers a request, hidden as the request says; it is not sealed yet."""
    to = request.to
    if to is UNSET:
        return _build_draw(request, drawn, (), source, witnesses)
    return _build_draw(request, (), tuple(Hidden(to, known=(card,)) for card in drawn), source, witnesses)


def _build_draw(
    request: DrawRequest, drawn: Cards, dealt: tuple[Hidden[str], ...], source: Source, witnesses: tuple[Seat, ...]
) -> Draw:
    to = request.pile_to
    if to is not UNSET:
        pile: Hidden[Cards] = Hidden(to, known=() if request.pile is UNSET else (request.pile,))
        return Draw(request.label, (), drawn, source, witnesses, HiddenParts(dealt, pile))
    return Draw(request.label, request.known_pile(), drawn, source, witnesses, HiddenParts(dealt) if dealt else UNSET)
