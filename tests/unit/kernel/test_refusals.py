"""Why a decision is not allowed (docs/laws.md: every condition asked, with its values)."""

from collections.abc import Iterator

from oathbook.domain.kernel import Condition, Requirement, first_refusal

FREE = Requirement("taken", "X-1", "is it free?", holds=True, says="it is taken", values={"space": "0,0"})
NEAR = Requirement(
    "far", "X-2", "is it near?", holds=False, says="it is far", kind="out-of-turn", values={"way": 3}, readings=("R",)
)
OWN = Requirement("foreign", "X-3", "is it yours?", holds=False, says="it is not yours")


def test_nothing_is_refused_where_every_requirement_is_met() -> None:
    """A refusal is the absence of a reason to allow, never a default."""
    assert first_refusal([FREE, FREE]) is None
    assert first_refusal([]) is None


def test_a_refusal_names_the_first_requirement_that_is_not_met() -> None:
    """Code, kind, clause, sentence and readings are those of the one that failed."""
    refusal = first_refusal([FREE, NEAR, OWN])

    assert refusal is not None
    assert (refusal.code, refusal.kind, refusal.clause) == ("far", "out-of-turn", "X-2")
    assert (refusal.says, refusal.readings) == ("it is far", ("R",))


def test_a_refusal_lists_every_condition_asked_up_to_the_one_that_failed() -> None:
    """With their values, in the order they were asked; what was not asked any more is not in it."""
    refusal = first_refusal([FREE, NEAR, OWN])

    assert refusal is not None
    assert refusal.conditions == (
        Condition("is it free?", "X-1", holds=True, values={"space": "0,0"}),
        Condition("is it near?", "X-2", holds=False, values={"way": 3}),
    )


def test_nothing_is_asked_after_the_first_requirement_that_fails() -> None:
    """A later question may make no sense once an earlier one failed, so it is not even computed."""

    def asking() -> Iterator[Requirement]:
        yield NEAR
        message = "asked on after a refusal"
        raise AssertionError(message)

    refusal = first_refusal(asking())

    assert refusal is not None
    assert refusal.code == "far"


def test_a_requirement_is_about_the_rules_unless_it_says_it_is_about_turns() -> None:
    """Turn order is a kind of its own, so that a page can tell the two apart."""
    refusal = first_refusal([OWN])

    assert refusal is not None
    assert refusal.kind == "illegal"
