"""Values that only some seats may see (docs/record-format.md, law 5)."""

import json

import msgspec
import pytest
from msgspec import Struct

from oathbook.domain.kernel import HOLDER, PUBLIC, Concealed, Hidden, Opened, Seat, Viewer

ASH, BIRCH = Seat("ash"), Seat("birch")
DIGEST, OTHER = "d" * 64, "0" * 64


class Plain(Struct):
    """The control: what a Struct in the place of ``Hidden`` would do."""

    known: tuple[str, ...]


def test_a_plain_msgspec_encoder_cannot_write_a_hidden_value() -> None:
    """Section 3.2: as a Struct it would be written in the clear without a word, which the control shows."""
    assert msgspec.json.encode(Plain(("sword",))) == b'{"known":["sword"]}'

    with pytest.raises(TypeError, match="Hidden is unsupported"):
        msgspec.json.encode({"plan": Hidden.of("sword", ASH)})


@pytest.mark.parametrize("value", [Hidden.of("sword", ASH), Opened("sword")])
def test_neither_json_nor_builtins_take_a_hidden_or_an_opened_value(value: object) -> None:
    """No encoder but the codec's can write one."""
    with pytest.raises(TypeError):
        json.dumps(value)
    with pytest.raises(TypeError, match="is unsupported"):
        msgspec.to_builtins(value)
    with pytest.raises(TypeError, match="is unsupported"):
        msgspec.msgpack.encode(value)


def test_a_hidden_value_carries_no_dictionary_that_an_encoder_could_walk() -> None:
    """Slots only: there is no ``__dict__`` for a careless writer to dump."""
    assert not hasattr(Hidden.of("sword", ASH), "__dict__")
    assert not hasattr(Opened("sword"), "__dict__")


def test_the_repr_of_a_hidden_value_does_not_show_it() -> None:
    """A repr ends up in logs."""
    shown = repr(Hidden((ASH,), known=("sword",), salt="5" * 32, digest=DIGEST))

    assert "sword" not in shown
    assert "5555" not in shown
    assert shown == "Hidden(to=('ash',), digest='dddddddddddd')"


def test_looking_at_a_concealed_value_says_which_digest_stands_there() -> None:
    """``Concealed`` says where deciding again has to stop."""
    hidden: Hidden[str] = Hidden((ASH,), digest=DIGEST)

    with pytest.raises(Concealed, match="dddddddddddd… is not open") as stopped:
        hidden.look()

    assert stopped.value.digest == DIGEST
    assert not hidden.is_open


def test_a_concealed_value_cannot_be_opened_for_a_reveal() -> None:
    """A reveal needs the value; without it there is nothing to show."""
    with pytest.raises(Concealed):
        Hidden((ASH,), digest=DIGEST).reveal()


def test_opening_a_hidden_value_keeps_salt_and_digest_as_the_proof() -> None:
    """A reveal holds value and salt beside the digest."""
    hidden = Hidden((ASH,), known=("sword",), salt="5" * 32, digest=DIGEST)

    shown = hidden.reveal()

    assert (shown.value, shown.salt, shown.digest) == ("sword", "5" * 32, DIGEST)


def test_hiding_a_value_for_a_seat_makes_it_open_to_whoever_holds_it() -> None:
    """An option or a decision on its way in: not sealed, for one seat."""
    hidden = Hidden.of("sword", ASH)

    assert hidden.to == (ASH,)
    assert hidden.is_open
    assert hidden.look() == "sword"
    assert hidden.digest == ""


@pytest.mark.parametrize(
    ("viewer", "sees"), [(ASH, True), (BIRCH, False), (PUBLIC, False), (HOLDER, True), (Viewer("oak"), False)]
)
def test_an_open_value_shows_to_its_seats_and_to_the_holder_only(viewer: Viewer, sees: bool) -> None:  # noqa: FBT001  # a column of the table
    """``to`` says who may see it; the holder of a record sees what the record opens."""
    assert Hidden.of("sword", ASH).shows_to(viewer) is sees


@pytest.mark.parametrize("viewer", [ASH, HOLDER, PUBLIC])
def test_a_concealed_value_shows_to_nobody(viewer: Viewer) -> None:
    """Where the record does not hold the opening, not even its own seat sees it."""
    assert not Hidden((ASH,), digest=DIGEST).shows_to(viewer)


SEALED = Hidden((ASH,), known=("sword",), salt="5" * 32, digest=DIGEST)


@pytest.mark.parametrize(
    ("other", "equal"),
    [
        (Hidden((ASH,), digest=DIGEST), True),
        (Hidden((ASH,), known=("bow",), digest=DIGEST), True),
        (Hidden((ASH,), known=("sword",), digest=OTHER), False),
        (Hidden((ASH,), known=("sword",)), True),
        (Hidden((ASH,), known=("bow",)), False),
        (Hidden((BIRCH,), known=("sword",), digest=DIGEST), False),
        (Hidden((), known=("sword",)), False),
        (Opened("sword", digest=DIGEST), False),
        ("sword", False),
    ],
)
def test_hidden_values_are_equal_by_digest_or_by_value_where_one_was_never_sealed(other: object, equal: bool) -> None:  # noqa: FBT001  # a column of the table
    """Derived and recorded consequences are compared as values, without salts; seats count."""
    sealed = SEALED

    assert (sealed == other) is equal
    assert (other == sealed) is equal
    if equal:
        assert hash(other) == hash(SEALED)


@pytest.mark.parametrize(
    ("other", "equal"),
    [
        (Opened("bow", digest=DIGEST), True),
        (Opened("sword", salt="6" * 32, digest=OTHER), False),
        (Opened("sword"), True),
        (Opened("bow"), False),
        (SEALED, False),
        ("sword", False),
    ],
)
def test_opened_values_are_equal_by_digest_or_by_value_where_one_was_never_sealed(other: object, equal: bool) -> None:  # noqa: FBT001  # a column of the table
    """A reveal read in the clear from a transcript has no digest yet, and is still the same reveal."""
    shown = SEALED.reveal()

    assert (shown == other) is equal
    if equal:
        assert hash(other) == hash(shown)


def test_the_repr_of_an_opened_value_shows_it() -> None:
    """It has been shown: nothing to keep back."""
    assert repr(Opened("sword")) == "Opened('sword')"
