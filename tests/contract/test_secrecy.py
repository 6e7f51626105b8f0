"""Law 5 over everything that is shown: worlds that differ in one secret look the same to whoever may not see it."""

from typing import Any

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import HOLDER, PUBLIC, Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.knights_duty.model.state import Field
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays.testing.checks import visible_differences
from tests.contract.faulty import HINTS_IN_CITATIONS, SHOWS_DESTINATIONS, SHOWS_INSPIRATION, SHOWS_PLANS
from tests.contract.shown import ASH, BIRCH, LeakyCodec, leaking, world
from tests.support.setups import setup_named

THREE = setup_named("knights_duty/1", "three-players")
CLANS = [
    {"kind": "choose_clan", "by": seat, "clan": clan}
    for seat, clan in (("ash", "red"), ("birch", "blue"), ("cedar", "green"))
]


def planned(tokens: list[str | None]) -> Record:
    """Birch has laid this plan, and the others have not."""
    return world(THREE, [*CLANS, {"kind": "lay_plan", "by": "birch", "slots": tokens}])


def moving(to: str) -> Record:
    """Birch has chosen where to go, and the others have not."""
    return world(setup_named("knights_duty/1", "three-about-to-move"), [{"kind": "move", "by": "birch", "to": to}])


def inspired(*, use: bool) -> Record:
    """Birch, attacked by ash, has chosen, and ash has not."""
    pointed = [{"kind": "declare_target", "by": by, "target": at} for by, at in (("ash", "birch"), ("birch", None))]
    chosen = {"kind": "inspire", "by": "birch", "use": use}
    return world(setup_named("knights_duty/1", "two-about-to-attack"), [*pointed, chosen])


def seeded(seed: str) -> Record:
    """The beginning of a game that draws from this seed."""
    return world(THREE, CLANS, seed=seed)


SECRETS: dict[str, tuple[Record, Record]] = {
    "plan": (planned(["bow", "spear", None]), planned(["shield", "sword", None])),
    "movement": (moving("0,0"), moving("0,1")),
    "Inspiration": (inspired(use=True), inspired(use=False)),
    "seed": (seeded("1" * 64), seeded("2" * 64)),
}


@pytest.mark.parametrize("viewer", [ASH, PUBLIC])
@pytest.mark.parametrize("secret", SECRETS)
def test_nothing_shown_tells_a_secret(secret: str, viewer: Viewer) -> None:
    """Another seat's plan, movement or Inspiration, and the seed, are in nothing that is shown to others."""
    one, other = SECRETS[secret]

    assert visible_differences(one, other, viewer) == set()


@pytest.mark.parametrize("secret", SECRETS)
def test_the_holder_can_tell_the_worlds_apart(secret: str) -> None:
    """The control: whoever holds the whole record is shown the difference."""
    one, other = SECRETS[secret]

    assert "export" in visible_differences(one, other, HOLDER)


@pytest.mark.parametrize("secret", ["plan", "movement", "Inspiration"])
def test_its_own_seat_is_shown_the_secret(secret: str) -> None:
    """The control: birch sees its own choice in export, frames and text."""
    one, other = SECRETS[secret]

    assert {"export", "frames", "text"} <= visible_differences(one, other, BIRCH)


@pytest.mark.parametrize(
    ("secret", "leak", "where"),
    [
        ("plan", SHOWS_PLANS, "frames"),
        ("movement", SHOWS_DESTINATIONS, "frames"),
        ("Inspiration", SHOWS_INSPIRATION, "frames"),
    ],
)
def test_a_leak_in_the_view_is_stopped_by_taking_the_openings_out(secret: str, leak: AnyRuleset, where: str) -> None:
    """Second line of defence: frames come from the viewer's own export, so a careless view has nothing to show."""
    one, other = (leaking(record, ruleset=leak) for record in SECRETS[secret])

    assert where not in visible_differences(one, other, ASH)


@pytest.mark.parametrize("secret", SECRETS)
def test_a_leak_in_the_export_is_caught(secret: str) -> None:
    """A planted leak: openings that are not taken out are found in the export, whoever looks."""
    codec = LeakyCodec(KNIGHTS_DUTY.wire)
    one, other = (leaking(record, codec=codec) for record in SECRETS[secret])

    assert "export" in visible_differences(one, other, PUBLIC)
    assert "export" in visible_differences(one, other, ASH)


@pytest.mark.parametrize(
    ("secret", "leak"), [("plan", SHOWS_PLANS), ("movement", SHOWS_DESTINATIONS), ("Inspiration", SHOWS_INSPIRATION)]
)
def test_a_leak_in_view_and_export_is_caught_in_the_frames(secret: str, leak: AnyRuleset) -> None:
    """A planted leak in both lines of defence is found in the frames and in the folded view."""
    codec = LeakyCodec(KNIGHTS_DUTY.wire)
    one, other = (leaking(record, ruleset=leak, codec=codec) for record in SECRETS[secret])

    assert {"frames", "fold"} <= visible_differences(one, other, ASH)


def test_a_leak_in_the_text_is_caught() -> None:
    """A planted leak: a transcript for ash made of the whole record tells birch's plan."""
    codec = LeakyCodec(KNIGHTS_DUTY.wire)
    one, other = (leaking(record, codec=codec) for record in SECRETS["plan"])

    assert "text" in visible_differences(one, other, ASH)


def test_a_hint_in_the_citations_is_caught() -> None:
    """A planted leak in the public bytes: what a plan is said to rest on tells that there is a bow in it."""

    def hinting(tokens: list[str | None]) -> Record:
        decisions: list[dict[str, Any]] = [*CLANS, {"kind": "lay_plan", "by": "birch", "slots": tokens}]
        return world(THREE, decisions, ruleset=HINTS_IN_CITATIONS)

    found = visible_differences(hinting(["bow", None, "sword"]), hinting(["sword", None, "spear"]), ASH)

    assert {"export", "frames", "text"} <= found


def test_a_start_position_keeps_its_secrets() -> None:
    """Plans laid in a start position are hidden like any other."""

    def taken_up(token: str) -> Record:
        setup = setup_named("knights_duty/1", "three-about-to-attack")
        assert isinstance(setup.start, Field)
        laid = KNIGHTS_DUTY.initial(setup).field.plans
        plans = tuple(
            replace(plan, slots=(*plan.slots, type(plan.slots[0]).of(token, plan.seat))) if plan.seat == BIRCH else plan  # type: ignore[union-attr]  # because the first slot of that setup is filled
            for plan in laid
        )
        return world(replace(setup, start=replace(setup.start, plans=plans)), [])

    assert visible_differences(taken_up("bow"), taken_up("parry"), ASH) == set()
    assert "export" in visible_differences(taken_up("bow"), taken_up("parry"), BIRCH)
