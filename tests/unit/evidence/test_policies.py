"""Policies: what the specification allows, what is refused and where, and which witnesses are enough."""

from contextlib import suppress
from itertools import product
from typing import Final

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import Checkpoint, sign_checkpoint
from oathbook.domain.evidence.cosignatures import Cosigner
from oathbook.domain.evidence.note_keys import NoteSigner
from oathbook.domain.evidence.policies import QuorumResult, TrustPolicy
from oathbook.domain.evidence.policy_file import MOST_BYTES, MOST_LINES, parse_policy
from tests.unit.evidence.published import PUBLIC_LOG, PUBLIC_NOTE, PUBLIC_WITNESSES
from tests.unit.evidence.test_notes import SPECIFIED_KEY, mutants

LOG: Final = NoteSigner("oathbook.example", bytes(range(32)))
CHECKPOINT: Final = Checkpoint("oathbook.example", 1234, bytes(range(32)))
NAMES: Final = ("X1", "X2", "X3", "Y1", "Y2", "Y3")
WITNESSES: Final = {name: Cosigner(f"witness.example/{name}", bytes([each] * 32)) for each, name in enumerate(NAMES, 1)}
KEYS: Final = {name: each.key.text for name, each in WITNESSES.items()}
TWO_LEVELS: Final = f"""\
# the example of the specification
log {LOG.key.text}

witness X1 {KEYS["X1"]}
  witness X2\t{KEYS["X2"]} https://x2.example/witness  \t
witness X3 {KEYS["X3"]}
group X-witnesses 2 X1 X2 X3

witness Y1 {KEYS["Y1"]}
witness Y2 {KEYS["Y2"]}
witness Y3 {KEYS["Y3"]}
\t# one of these
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""


def policy(*lines: str) -> TrustPolicy:
    """One of these lines."""
    return parse_policy("".join(f"{each}\n" for each in lines).encode())


def is_met(by: TrustPolicy, *names: str) -> bool:
    """Whether these witnesses are enough."""
    return by.is_met_by([WITNESSES[each].key for each in names])


def test_the_example_of_the_specification_asks_for_two_of_one_group_and_one_of_the_other() -> None:
    read = parse_policy(TWO_LEVELS.encode())

    assert [each.key for each in read.logs] == [LOG.key]
    assert [(each.name, each.url) for each in read.witnesses if each.url] == [("X2", "https://x2.example/witness")]
    for chosen in product((False, True), repeat=6):
        names = [name for name, there in zip(NAMES, chosen, strict=True) if there]
        xs, ys = sum(chosen[:3]), sum(chosen[3:])
        assert is_met(read, *names) == (xs >= 2 and ys >= 1), names


def test_a_quorum_is_a_witness_a_group_or_nobody() -> None:
    one, two = (f"witness {name} {KEYS[name]}" for name in ("X1", "X2"))

    assert is_met(policy("quorum none"))
    assert not is_met(policy(one, two, "quorum X2"), "X1")
    assert is_met(policy(one, two, "quorum X2"), "X2")
    assert not is_met(policy(one, two, "group both all X1 X2", "quorum both"), "X1")
    assert is_met(policy(one, two, "group either 1 X1 X2", "quorum either"), "X1")
    assert not is_met(policy(one, "quorum X1", two), "X2"), "lines may follow, and change nothing"


def test_names_are_bytes_and_a_sign_that_looks_alike_is_another() -> None:
    read = parse_policy(
        b"witness \xff " + KEYS["X1"].encode() + b"\nwitness K " + KEYS["X2"].encode() + b"\nquorum \xff\n"
    )

    assert is_met(read, "X1")
    with pytest.raises(BadRecord, match="line 2, column 8: no witness"):
        policy(f"witness K {KEYS['X1']}", "quorum \N{KELVIN SIGN}")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ((), "line 1, column 1: no line says which quorum"),
        (("# nothing", ""), "line 2, column 1: no line says which quorum"),
        (("# \f", "quorum none"), "line 1, column 3: a control character, 0x0c"),
        (("# \x7f", "quorum none"), "line 1, column 3: a control character, 0x7f"),
        (("quorum none\r",), "line 1, column 12: a control character, 0x0d"),
        (("quorum none", "nothing"), "line 2, column 1: a line begins with"),
        (("quorum none #comment",), "line 1, column 13: one word too many"),
        (("  quorum",), "line 1, column 9: something is missing"),
        (("quorum none", "quorum none"), "line 2, column 8: there is a quorum already"),
        (("quorum G",), "line 1, column 8: no witness and no group above is called G"),
        ((f"log {KEYS['X1']}",), "line 1, column 5: key: it does not have the form"),
        ((f"log {PUBLIC_LOG}", f"log  {PUBLIC_LOG}"), "line 2, column 6: this key is that of a log above"),
        ((f"log {PUBLIC_LOG} https://example.com #comment",), "one word too many"),
        ((f"witness X {SPECIFIED_KEY}",), "line 1, column 11: key: it does not have the form"),
        ((f"witness X1 {KEYS['X1']}", f"witness X2 {KEYS['X1']}"), "line 2, column 12: this key is that of a witness"),
        ((f"witness X1 {KEYS['X1']}", f"witness X1 {KEYS['X2']}"), "line 2, column 9: X1 is the name of something"),
        ((f"witness none {KEYS['X1']}",), "line 1, column 9: none is the name of something else"),
        ((f"witness X1 {KEYS['X1']}", "group X1 any X1"), "line 2, column 7: X1 is the name of something else"),
        ((f"witness X1 {KEYS['X1']}", "group G all X1 X3"), "line 2, column 16: no witness and no group above"),
        ((f"witness X1 {KEYS['X1']}", "group G all X1 none"), "line 2, column 16: no witness and no group above"),
        ((f"witness X1 {KEYS['X1']}", "group G all X1 X1"), "line 2, column 16: X1 is in a group already"),
        ((f"witness X1 {KEYS['X1']}", "group G any X1", "group H any X1"), "line 3, column 13: X1 is in a group"),
        ((f"witness X1 {KEYS['X1']}", "group G any G"), "line 2, column 13: no witness and no group above"),
        ((f"witness X1 {KEYS['X1']}", "group G 2 X1"), "line 2, column 9: write all, any, or how many of these 1"),
        ((f"witness X1 {KEYS['X1']}", "group G 0 X1"), "line 2, column 9: write all, any"),
        ((f"witness X1 {KEYS['X1']}", "group G -1 X1"), "line 2, column 9: write all, any"),
        ((f"witness X1 {KEYS['X1']}", "group G 01 X1"), "line 2, column 9: write all, any"),
        ((f"witness X1 {KEYS['X1']}", "group G any"), "line 2, column 12: something is missing"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(lines: tuple[str, ...], says: str) -> None:
    with pytest.raises(BadRecord, match=says):
        policy(*lines)


def test_a_line_that_was_cut_is_refused() -> None:
    with pytest.raises(BadRecord, match="line 16, column 15: the line has no end"):
        parse_policy(TWO_LEVELS.encode()[:-1])


def test_a_policy_has_its_limits_and_what_is_within_them_is_read() -> None:
    witnesses = [Cosigner(f"w{each}", each.to_bytes(32, "big")) for each in range(MOST_LINES + 1)]
    lines = [f"witness {each.key.name} {each.key.text}" for each in witnesses]
    every = f"group all all {' '.join(each.key.name for each in witnesses[:-1])}"

    assert policy(*lines[:-1], every, "quorum all").is_met_by([each.key for each in witnesses])
    with pytest.raises(BadRecord, match=f"line {MOST_LINES + 1}, column 9: there are at most {MOST_LINES}"):
        policy(*lines, "quorum none")
    with pytest.raises(BadRecord, match="more than 65536 bytes"):
        parse_policy(b"#" * (MOST_BYTES + 1))


def test_who_has_cosigned_is_said_by_the_names_of_the_policy() -> None:
    note = sign_checkpoint(CHECKPOINT, LOG)
    lines = {name: each.cosign(CHECKPOINT.text, 5).line for name, each in WITNESSES.items()}
    read = parse_policy(TWO_LEVELS.encode())

    def found(*names: str) -> QuorumResult:
        return read.check_note(f"{note}{''.join(lines[each] for each in names)}".encode())

    assert found() == QuorumResult((), is_met=False)
    assert found("Y1", "X2") == QuorumResult(("X2", "Y1"), is_met=False)
    assert found("Y1", "X2", "X3") == QuorumResult(("X2", "X3", "Y1"), is_met=True)
    assert found("X2", "X2", "Y1") == QuorumResult(("X2", "Y1"), is_met=False), "nobody counts twice"
    assert read.log_keys == (LOG.key,)


def test_witnesses_that_exist_are_a_quorum() -> None:
    lines = (f"witness w{number} {key}" for number, key in enumerate(PUBLIC_WITNESSES))
    read = policy(f"log {PUBLIC_LOG}", *lines, "group G 3 w0 w1 w2 w3", "quorum G")

    assert read.check_note(PUBLIC_NOTE.encode()) == QuorumResult(("w0", "w1", "w2", "w3"), is_met=True)


def test_no_mutant_of_a_policy_breaks_its_reader() -> None:
    for mutant in mutants(TWO_LEVELS.encode(), 22, 2_000):
        with suppress(BadRecord):
            parse_policy(mutant)
