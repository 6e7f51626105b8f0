"""Notes, keys, checkpoints and receipts: printed examples, other programs, and what must not be believed."""

import base64
import json
import random
import shutil
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import Checkpoint, open_checkpoint, sign_checkpoint
from oathbook.domain.evidence.note_keys import NoteKey, NoteSigner, parse_key, parse_signer
from oathbook.domain.evidence.notes import MOST_BYTES, MOST_SIGNATURES, open_note, sign_note
from oathbook.domain.evidence.receipts import RECEIPT_SUFFIX, Receipt, open_receipt, sign_receipt
from tests.support.processes import ran

SPECIFIED_KEY: Final = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
SPECIFIED: Final = (
    "This is an example message.\n\n\N{EM DASH} example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg"
    "1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
GO_KEY: Final = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_SIGNER: Final = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
GO_TEXT: Final = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
GO_SIGNATURE: Final = (
    "\N{EM DASH} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6R"
    "yyBwJnAM=\n"
)

RFC_8032: Final = (
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
            "655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
            "b00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
            "c027beceea1ec40a"
        ),
    ),
)

SMALL_ORDER: Final = (
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
)
"""The eight points of small order, in each of the fourteen ways to write them.

With such a key, one signature is right for every text.
"""

LOG: Final = NoteSigner("oathbook.example", bytes(range(32)))
RECEIPTS: Final = NoteSigner(f"oathbook.example{RECEIPT_SUFFIX}", bytes(range(1, 33)))
CHECKPOINT: Final = Checkpoint("oathbook.example", 1234, bytes(range(32)))
RECEIPT_MADE: Final = Receipt(
    "oathbook.example",
    "0193a7c4-0000-7000-8000-000000000001",
    30,
    "ab" * 32,
    1233,
    "cd" * 32,
    "2026-11-20T04:31:15.123456Z",
)


def test_the_example_of_the_specification_opens() -> None:
    key = parse_key(SPECIFIED_KEY)

    assert open_note(SPECIFIED.encode(), key).text == "This is an example message.\n"
    assert key.text == SPECIFIED_KEY


def test_notes_come_out_as_the_program_that_began_with_them_writes_them() -> None:
    signer = parse_signer(GO_SIGNER)

    assert sign_note(GO_TEXT, signer) == f"{GO_TEXT}\n{GO_SIGNATURE}"
    assert (signer.key.text, signer.secret_text) == (GO_KEY, GO_SIGNER)


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC_8032)
def test_signatures_are_those_of_rfc_8032(seed: str, public: str, message: str, signature: str) -> None:
    signer = NoteSigner("rfc", bytes.fromhex(seed))

    assert signer.key.public.hex() == public
    assert signer.sign(bytes.fromhex(message)).hex() == signature
    assert signer.key.has_signed(bytes.fromhex(message), bytes.fromhex(signature))
    assert not signer.key.has_signed(b"another", bytes.fromhex(signature))
    assert not signer.key.has_signed(bytes.fromhex(message), bytes.fromhex(signature)[:-1])


@pytest.mark.parametrize("point", SMALL_ORDER)
def test_a_key_that_proves_nothing_is_refused_and_believed_nowhere(point: str) -> None:
    key = NoteKey("nobody", bytes.fromhex(point))
    anything = bytes.fromhex(point) + bytes(32)

    with pytest.raises(BadRecord, match="proves nothing"):
        parse_key(key.text)
    assert not any(key.has_signed(bytes([each]), anything) for each in range(32))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name",
        "name+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "na me+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2",
        "example.com/foo+530d903a+BOkyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530d903a+é",
    ],
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        parse_key(text)
    with pytest.raises(BadRecord):
        parse_signer(text)
    with pytest.raises(BadRecord):
        parse_signer(f"PRIVATE+KEY+{text}")


def test_other_signatures_are_passed_over_and_wrong_ones_are_not() -> None:
    key, other = parse_signer(GO_SIGNER).key, parse_key(SPECIFIED_KEY)
    stranger = SPECIFIED.rpartition("\n\n")[2]
    note = f"{GO_TEXT}\n{stranger}{GO_SIGNATURE}"

    assert open_note(note.encode(), key).key == key
    with pytest.raises(BadRecord, match="not right"):
        open_note(note.encode(), key, other)
    with pytest.raises(BadRecord, match="none of its signatures"):
        open_note(SPECIFIED.encode(), key)


@pytest.mark.parametrize(
    "note",
    [
        b"",
        b"\xff",
        b"text\n",
        b"text\n\n",
        b"text\n\nno dash\n",
        "text\n\n\N{EM DASH} name\n".encode(),
        "text\n\n\N{EM DASH} name AAA\n".encode(),
        "text\n\n\N{EM DASH} name AAAA\n".encode(),
        "a\ttext\n\n\N{EM DASH} name AAAAAAAA\n".encode(),
        "text\n\n\N{EM DASH}  AAAAAAAA\n".encode(),
        SPECIFIED.encode()[:-1],
        SPECIFIED.encode() + b"\n",
        b"x" * (MOST_BYTES + 1),
        SPECIFIED.encode() + SPECIFIED.rpartition("\n\n")[2].encode() * MOST_SIGNATURES,
    ],
)
def test_what_is_no_note_is_refused(note: bytes) -> None:
    with pytest.raises(BadRecord):
        open_note(note, parse_key(SPECIFIED_KEY))


def test_checkpoints_and_receipts_come_back_as_they_were_signed() -> None:
    assert open_checkpoint(sign_checkpoint(CHECKPOINT, LOG).encode(), RECEIPTS.key, LOG.key) == CHECKPOINT
    assert open_receipt(sign_receipt(RECEIPT_MADE, RECEIPTS).encode(), RECEIPTS.key, LOG.key) == RECEIPT_MADE
    brought = replace(RECEIPT_MADE, imported=True)
    assert open_receipt(sign_receipt(brought, RECEIPTS).encode(), RECEIPTS.key) == brought != RECEIPT_MADE
    assert RECEIPT_MADE.log_leaf.entry[0] == 1
    assert len(RECEIPT_MADE.log_leaf.entry) == 57


@pytest.mark.parametrize(
    "text",
    [
        "oathbook.example\n5\n",
        "other.example\n5\n" + base64.b64encode(bytes(32)).decode() + "\n",
        "oathbook.example\n05\n" + base64.b64encode(bytes(32)).decode() + "\n",
        "oathbook.example\n5\n" + base64.b64encode(bytes(31)).decode() + "\n",
        "oathbook.example\n5\n" + base64.b64encode(bytes(32)).decode() + "\nmore\n",
        RECEIPT_MADE.text,
    ],
)
def test_what_is_no_checkpoint_is_refused_though_it_is_signed(text: str) -> None:
    with pytest.raises(BadRecord):
        open_checkpoint(sign_note(text, LOG).encode(), LOG.key)


@pytest.mark.parametrize(
    "text",
    [
        CHECKPOINT.text,
        RECEIPT_MADE.text.replace("position 30", "position 030"),
        RECEIPT_MADE.text.replace("size 1234", "size 1235"),
        RECEIPT_MADE.text + "more\n",
    ],
)
def test_what_is_no_receipt_is_refused_though_it_is_signed(text: str) -> None:
    with pytest.raises(BadRecord):
        open_receipt(sign_note(text, RECEIPTS).encode(), RECEIPTS.key)


def test_the_key_of_checkpoints_signs_no_receipts() -> None:
    with pytest.raises(BadRecord):
        open_receipt(sign_receipt(RECEIPT_MADE, LOG).encode(), LOG.key)


def mutants(note: bytes, seed: int, many: int) -> list[bytes]:
    """The note with a bit flipped, a byte taken out, put in, or doubled, or a piece moved."""
    made: list[bytes] = []
    chance = random.Random(seed)  # noqa: S311  # mutants need to be repeatable, not secret
    while len(made) < many:
        at, to = chance.randrange(len(note)), chance.randrange(len(note) + 1)
        mutant = chance.choice(
            (
                note[:at] + bytes([note[at] ^ 1 << chance.randrange(8)]) + note[at + 1 :],
                note[:at] + note[at + 1 :],
                note[:at] + chance.randbytes(1) + note[at:],
                note[:at] + note[min(at, to) : max(at, to)] + note[at:],
                note[: min(at, to)] + note[max(at, to) :],
            )
        )
        made += [mutant] if mutant != note else []
    return made


@pytest.mark.parametrize("many", [2_000, pytest.param(500_000, marks=[pytest.mark.slow, pytest.mark.timeout(1_200)])])
@pytest.mark.parametrize("kind", ["checkpoint", "receipt"])
def test_no_mutant_says_what_was_not_signed_and_none_breaks_the_reader(kind: str, many: int) -> None:
    """One with a line of signatures more is still the note that it was: those of strangers are passed over."""
    note = sign_checkpoint(CHECKPOINT, LOG) if kind == "checkpoint" else sign_receipt(RECEIPT_MADE, RECEIPTS)
    read = open_checkpoint if kind == "checkpoint" else open_receipt
    was = CHECKPOINT if kind == "checkpoint" else RECEIPT_MADE
    believed: list[bytes] = []
    for mutant in mutants(note.encode(), 20, many):
        try:
            said = read(mutant, LOG.key, RECEIPTS.key)
        except BadRecord:
            continue
        believed += [] if said == was else [mutant]

    assert believed == []


def test_another_program_finds_the_signature_of_a_checkpoint_right() -> None:
    """Node's own cryptography; the note is taken apart there too."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node here")  # because: openssl and pymerkle check the same log
    script = """
        const crypto = require('node:crypto');
        const {note, vkey} = JSON.parse(process.argv[1]);
        const end = note.lastIndexOf('\\n\\n'), text = note.slice(0, end + 1), line = note.slice(end + 2).trim();
        const [, name, id, ...key] = /^([^+]+)\\+([0-9a-f]{8})\\+(.+)$/.exec(vkey);
        const point = Buffer.from(key[0], 'base64').subarray(1);
        const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), point]);
        const publicKey = crypto.createPublicKey({key: spki, format: 'der', type: 'spki'});
        const signature = Buffer.from(line.split(' ')[2], 'base64');
        const named = signature.subarray(0, 4).toString('hex') === id && line.split(' ')[1] === name;
        const say = said => crypto.verify(null, Buffer.from(said), publicKey, signature.subarray(4));
        console.log(JSON.stringify([named, say(text), say(text.replace('1234', '1235'))]));
    """
    asked = json.dumps({"note": sign_checkpoint(CHECKPOINT, LOG), "vkey": LOG.key.text})
    told = ran([node, "-e", script, asked])

    assert json.loads(told.stdout) == [True, True, False]
