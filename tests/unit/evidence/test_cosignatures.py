"""Cosignatures: those of witnesses that exist, another program, and what must not be believed."""

import json
import shutil
from collections.abc import Callable
from typing import Final

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import Checkpoint, open_checkpoint, sign_checkpoint
from oathbook.domain.evidence.cosignatures import (
    LATEST_SECOND,
    Cosigner,
    WitnessKey,
    check_cosignature_lines,
    open_cosignatures,
    parse_cosigner,
    parse_witness_key,
)
from oathbook.domain.evidence.note_keys import NoteSigner, encode_base64, parse_key
from oathbook.domain.evidence.notes import open_note, signature_line
from tests.support.processes import ran
from tests.unit.evidence.published import PUBLIC_LOG, PUBLIC_NOTE, PUBLIC_TIME, PUBLIC_WITNESSES
from tests.unit.evidence.test_notes import SMALL_ORDER, mutants

LOG: Final = NoteSigner("oathbook.example", bytes(range(32)))
CHECKPOINT: Final = Checkpoint("oathbook.example", 1234, bytes(range(32)))
NOTE: Final = sign_checkpoint(CHECKPOINT, LOG)
FIRST: Final = Cosigner("witness.example/first", bytes(range(2, 34)))
SECOND: Final = Cosigner("witness.example/second", bytes(range(3, 35)))
NOW: Final = 1_679_315_147


def test_the_cosignatures_of_witnesses_that_exist_are_found_right() -> None:
    keys = [parse_witness_key(each) for each in PUBLIC_WITNESSES]
    found = open_cosignatures(PUBLIC_NOTE.encode(), keys)

    assert open_checkpoint(PUBLIC_NOTE.encode(), parse_key(PUBLIC_LOG)).size == 1_432_088_532
    assert [each.key.text for each in found] == [*PUBLIC_WITNESSES]
    assert {each.at for each in found} == {PUBLIC_TIME}
    assert all(each.line in PUBLIC_NOTE for each in found)


def test_the_cosignatures_of_witnesses_that_exist_are_of_that_checkpoint_alone() -> None:
    keys = [parse_witness_key(each) for each in PUBLIC_WITNESSES]

    with pytest.raises(BadRecord, match="not right"):
        open_cosignatures(PUBLIC_NOTE.replace("1432088532", "1432088533").encode(), keys)
    assert open_cosignatures(PUBLIC_NOTE.encode(), keys[:1])[0].key == keys[0]
    assert open_cosignatures(PUBLIC_NOTE.encode(), [FIRST.key]) == ()


def test_a_cosignature_is_a_time_and_a_signature_over_it_and_the_checkpoint() -> None:
    """The message and the layout are those that the specification prints."""
    made = FIRST.cosign(CHECKPOINT.text, NOW)
    told = made.line.split(" ")[2]
    message = f"cosignature/v1\ntime 1679315147\n{CHECKPOINT.text}".encode()
    by_hand = FIRST.key.id + bytes.fromhex("000000006418 50cb") + NoteSigner("any", bytes(range(2, 34))).sign(message)

    assert told == f"{encode_base64(by_hand)}\n"
    assert open_cosignatures(f"{NOTE}{made.line}".encode(), [FIRST.key]) == (made,)
    assert check_cosignature_lines(CHECKPOINT.text, made.line, [FIRST.key]) == (made,)


def test_a_note_with_cosignatures_is_still_the_note_that_its_log_has_signed() -> None:
    lines = "".join(each.cosign(CHECKPOINT.text, NOW).line for each in (FIRST, SECOND))

    assert open_checkpoint(f"{NOTE}{lines}".encode(), LOG.key) == CHECKPOINT
    assert {each.key for each in open_cosignatures(f"{NOTE}{lines}".encode(), [FIRST.key, SECOND.key])} == {
        FIRST.key,
        SECOND.key,
    }


def test_of_several_by_one_key_the_newest_counts() -> None:
    lines = "".join(FIRST.cosign(CHECKPOINT.text, at).line for at in (NOW, NOW + 9, NOW + 3))

    assert [each.at for each in check_cosignature_lines(CHECKPOINT.text, lines, [FIRST.key])] == [NOW + 9]


def test_keys_of_witnesses_come_back_as_they_were_written() -> None:
    assert parse_witness_key(FIRST.key.text) == FIRST.key
    assert parse_cosigner(FIRST.secret_text).key == FIRST.key
    assert FIRST.secret_text.startswith("PRIVATE+KEY+witness.example/first+")


def _with_prefix(text: str) -> Cosigner:
    return parse_cosigner(f"PRIVATE+KEY+{text}")


@pytest.mark.parametrize("read", [parse_witness_key, parse_cosigner, _with_prefix])
@pytest.mark.parametrize(
    "text",
    [
        "",
        PUBLIC_LOG,
        LOG.secret_text,
        PUBLIC_WITNESSES[0].replace("+d8042a87+", "+d8042a88+"),
        PUBLIC_WITNESSES[0][:-1],
        FIRST.secret_text.replace("/first", "/other"),
    ],
)
def test_what_is_no_key_of_a_witness_is_refused(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(BadRecord):
        read(text)


def test_a_key_of_a_log_and_one_of_a_witness_do_not_stand_for_each_other() -> None:
    """They sign other messages, and have other ids, though the bytes are the same."""
    same = Cosigner(LOG.key.name, bytes(range(32)))

    assert (same.key.public, same.key.id != LOG.key.id) == (LOG.key.public, True)
    with pytest.raises(BadRecord):
        parse_key(same.key.text)
    with pytest.raises(BadRecord, match="none of its signatures"):
        open_note(f"{CHECKPOINT.text}\n{same.cosign(CHECKPOINT.text, NOW).line}".encode(), LOG.key)
    assert open_cosignatures(NOTE.encode(), [same.key]) == ()


@pytest.mark.parametrize("name", ["", "a name", "a+name", "x" * 201])
def test_a_witness_has_a_name_that_fits_into_a_line(name: str) -> None:
    with pytest.raises(BadRecord, match="its name"):
        Cosigner(name, bytes(32))


@pytest.mark.parametrize("point", SMALL_ORDER)
def test_a_key_that_proves_nothing_cosigns_nothing(point: str) -> None:
    key = WitnessKey("nobody", bytes.fromhex(point))
    anything = NOW.to_bytes(8, "big") + bytes.fromhex(point) + bytes(32)

    with pytest.raises(BadRecord, match="proves nothing"):
        parse_witness_key(key.text)
    with pytest.raises(BadRecord, match="not right"):
        check_cosignature_lines(CHECKPOINT.text, signature_line("nobody", key.id, anything), [key])


@pytest.mark.parametrize("at", [0, LATEST_SECOND + 1, 2**64 - 1])
def test_a_time_that_no_cosignature_may_name_makes_it_wrong(at: int) -> None:
    signed = NoteSigner("any", bytes(range(2, 34))).sign(f"cosignature/v1\ntime {at}\n{CHECKPOINT.text}".encode())
    line = signature_line(FIRST.key.name, FIRST.key.id, at.to_bytes(8, "big") + signed)

    with pytest.raises(BadRecord, match="not right"):
        check_cosignature_lines(CHECKPOINT.text, line, [FIRST.key])


@pytest.mark.parametrize("lines", ["no line", "no dash\n", FIRST.cosign(CHECKPOINT.text, NOW).line[:-1]])
def test_an_answer_that_is_no_lines_of_signatures_is_refused(lines: str) -> None:
    with pytest.raises(BadRecord):
        check_cosignature_lines(CHECKPOINT.text, lines, [FIRST.key])
    assert check_cosignature_lines(CHECKPOINT.text, "", [FIRST.key]) == ()


@pytest.mark.parametrize("many", [2_000, pytest.param(250_000, marks=[pytest.mark.slow, pytest.mark.timeout(1_200)])])
def test_no_mutant_is_cosigned_by_a_key_that_has_not_cosigned_it(many: int) -> None:
    """One with a line more, or with the two in another order, is still the note that they cosigned."""
    note = f"{NOTE}{FIRST.cosign(CHECKPOINT.text, NOW).line}{SECOND.cosign(CHECKPOINT.text, NOW + 1).line}"
    made = {each.cosign(CHECKPOINT.text, at) for each, at in ((FIRST, NOW), (SECOND, NOW + 1))}
    believed: list[bytes] = []
    for mutant in mutants(note.encode(), 21, many):
        try:
            found = open_cosignatures(mutant, [FIRST.key, SECOND.key])
            about = open_checkpoint(mutant, LOG.key)
        except BadRecord:
            continue
        believed += [] if set(found) <= made and about == CHECKPOINT else [mutant]

    assert believed == []


def test_another_program_finds_a_cosignature_right() -> None:
    """Node's own cryptography; the line and the message are taken apart there too."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node here")  # because: openssl checks the same on docs/verification.md
    script = """
        const crypto = require('node:crypto');
        const {note, vkey} = JSON.parse(process.argv[1]);
        const end = note.lastIndexOf('\\n\\n'), text = note.slice(0, end + 1);
        const line = note.slice(end + 2).trim().split('\\n').pop();
        const point = Buffer.from(vkey.split('+').slice(2).join('+'), 'base64').subarray(1);
        const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), point]);
        const publicKey = crypto.createPublicKey({key: spki, format: 'der', type: 'spki'});
        const signature = Buffer.from(line.split(' ')[2], 'base64');
        const time = signature.readBigUInt64BE(4);
        const say = said => crypto.verify(
            null, Buffer.from(`cosignature/v1\\ntime ${time}\\n${said}`), publicKey, signature.subarray(12));
        console.log(JSON.stringify([Number(time), say(text), say(text.replace('1234', '1235'))]));
    """
    asked = json.dumps({"note": f"{NOTE}{FIRST.cosign(CHECKPOINT.text, NOW).line}", "vkey": FIRST.key.text})
    told = ran([node, "-e", script, asked])

    assert json.loads(told.stdout) == [NOW, True, False]
