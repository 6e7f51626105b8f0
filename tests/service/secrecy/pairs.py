"""Pairs of worlds that differ only in one secret, and whose secret it is."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.games.game_events import Reveal
from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.knights_duty.model.components import Components
from oathbook.domain.rulesets.knights_duty.model.decisions import Token
from oathbook.domain.rulesets.knights_duty.model.state import Field
from oathbook.domain.rulesets.protocol import Setup
from tests.service.secrecy.worlds import Script
from tests.support.playing import SAMPLES, ChanceName, Json, close_by
from tests.support.setups import setup_named

ASH, BIRCH = Seat("ash"), Seat("birch")
LETTERS: Final = (
    "birch promises ash to parry.",
    "birch promises ash to defend.",
    "ash promises birch never to attack birch.",
    "birch promises ash never to point at ash.",
)
"""Promises that a token which lies face down keeps, or does not."""

Slots = Sequence[str | None]
NOBODY_THERE: Final[Json] = {"kind": "declare_target", "target": "fir"}
NO_PLAN: Final[Json] = {"kind": "lay_plan", "slots": [None, None, None, "bow"]}


class Pair(Struct, frozen=True):
    """Two worlds, and the seat that may see what differs, if anybody may."""

    one: Script
    other: Script
    owner: Seat | None = None


def planned(one: Slots, other: Slots, setup: Setup = SAMPLES[1]) -> Pair:
    """Birch has laid a plan, and everybody else but ash, whose plan is the last."""
    components = setup.components
    assert isinstance(components, Components)
    seats = tuple(each.seat for each in setup.seats)
    clans = (corner.clan for corner in components.board.corners)
    before: tuple[Json, ...] = (
        *({"kind": "choose_clan", "by": seat, "clan": clan} for seat, clan in zip(seats, clans, strict=False)),
        *(laid(seat, ["movement", None]) for seat in seats[2:]),
    )

    def script(slots: Slots) -> Script:
        return Script(setup, before, secret=laid("birch", slots), refused=NO_PLAN)

    return Pair(script(one), script(other), BIRCH)


def laid(by: str, slots: Slots) -> Json:
    """The decision to lay these tokens."""
    return {"kind": "lay_plan", "by": by, "slots": slots}


def half_shown(one: str, other: str, letters: tuple[str, ...] = ()) -> Pair:
    """All plans are laid and the first tokens turned up; the second of birch still lies face down."""
    after = (laid("ash", ["bow", "shield"]),)

    def script(token: str) -> Script:
        secret = laid("birch", ["bow", token])
        return Script(
            close_by(), secret=secret, after=after, refused=NOBODY_THERE, letters=letters, takebacks="by-consent"
        )

    return Pair(script(one), script(other), BIRCH)


def about_to_move(name: str, players: int) -> Setup:
    """A setup that comes with the ruleset, with its first so many players."""
    setup = setup_named("knights_duty/1", name)
    field = setup.start
    assert isinstance(field, Field)
    knights, plans, actions = field.knights[:players], field.plans[:players], field.actions[:players]
    return replace(
        setup, seats=setup.seats[:players], start=replace(field, knights=knights, plans=plans, actions=actions)
    )


def moved(one: str, other: str, setup: Setup) -> Pair:
    """Birch has chosen where to go, and everybody else but ash."""
    assert isinstance(setup.start, Field)
    before = tuple(going(knight.seat, knight.space) for knight in setup.start.knights[2:])

    def script(to: str) -> Script:
        return Script(setup, before, secret=going("birch", to), refused={"kind": "move", "to": "9,9"})

    return Pair(script(one), script(other), BIRCH)


def going(by: str, to: str | None) -> Json:
    """The decision to go to a space, or to stay there."""
    return {"kind": "move", "by": by, "to": to}


def inspired(chance: ChanceName = "seeded") -> Pair:
    """Birch, attacked by ash, has chosen whether to use the token, and ash has not."""
    before = (pointing("ash", "birch"), pointing("birch", None))
    refused: Json = {"kind": "inspire", "use": "canary"}
    setup = setup_named("knights_duty/1", "two-about-to-attack")

    def script(*, use: bool) -> Script:
        secret: Json = {"kind": "inspire", "by": "birch", "use": use}
        return Script(setup, before, secret, refused=refused, chance=chance)

    return Pair(script(use=True), script(use=False), BIRCH)


def pointing(by: str, at: str | None) -> Json:
    """The decision to point at somebody, or at nobody."""
    return {"kind": "declare_target", "by": by, "target": at}


def naming(by: str) -> Json:
    """The decision to name oneself as the first to attack."""
    return {"kind": "name_attacker", "by": by, "attacker": by}


def seeded(one: str, other: str, *, secret: Json | None = None) -> Pair:
    """The seed will say who goes first, and what is drawn then, once birch has named itself."""
    before = (
        *(laid("ash", ["bow"]), laid("birch", ["bow"])),
        *(pointing("ash", "birch"), pointing("birch", "ash"), naming("ash")),
    )
    refused: Json = {"kind": "name_attacker", "attacker": "cedar"}

    def script(digit: str) -> Script:
        return Script(close_by(inspiration="face_down"), before, secret, refused=refused, seed=digit * 64)

    return Pair(script(one), script(other))


def begun(one: Token, other: Token) -> Pair:
    """A start position in which a second token of birch lies face down."""

    def script(token: Token) -> Script:
        return Script(_with_second_token(token), refused=NOBODY_THERE)

    return Pair(script(one), script(other), BIRCH)


def _with_second_token(token: Token) -> Setup:
    setup = setup_named("knights_duty/1", "two-about-to-attack")
    assert isinstance(setup.start, Field)
    plans = tuple(
        replace(plan, slots=(*plan.slots, Hidden.of(token if plan.seat == BIRCH else "parry", plan.seat)))
        for plan in setup.start.plans
    )
    return replace(setup, start=replace(setup.start, plans=plans))


def over(one: str, other: str, *, reveal: Reveal) -> Pair:
    """The game has ended in its first slot, and nobody has seen the second token of birch."""
    after = (
        laid("ash", ["bow", "shield"]),
        *(pointing("ash", "birch"), pointing("birch", "ash"), naming("ash"), naming("birch")),
    )

    def script(token: str) -> Script:
        secret = laid("birch", ["bow", token])
        return Script(close_by(inspiration="face_down"), (), secret, after, seed="0" * 64, reveal=reveal)

    return Pair(script(one), script(other), BIRCH)


PAIRS: Final[dict[str, Pair]] = {
    "plan": planned(["bow", "spear", None], ["shield", "sword", None]),
    "movement": moved("0,0", "0,1", about_to_move("three-about-to-move", 2)),
    "Inspiration": inspired(),
    "seed": seeded("1", "3"),
    "start": begun("bow", "parry"),
    "promised": half_shown("shield", "parry", LETTERS),
}
"""One of each kind."""

MORE: Final[dict[str, Pair]] = {
    "a plan of one": planned(["movement", None, None], ["bow", None, None], SAMPLES[0]),
    "the last token of a plan": planned(["bow", "spear", "sword"], ["bow", "spear", "parry"], SAMPLES[2]),
    "a plan on the other board": planned([None, "movement"], [None, "shield"], SAMPLES[5]),
    "a token that was not shown yet": half_shown("shield", "movement"),
    "to stay or to go": moved("0,1", "-1,2", about_to_move("three-about-to-move", 3)),
    "to clash or not": moved("4,4", "5,4", about_to_move("four-about-to-move-on-squares", 3)),
    "another token in the beginning": begun("shield", "movement"),
    "other seeds": seeded("4", "7"),
}
"""More of them, for whoever has time."""
