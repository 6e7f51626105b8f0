"""``oathbook verify --policy``: of checkpoints and bundles it says who has cosigned, and whether that is enough."""

from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.api.signing.bundles import bundle_in, zip_bundle
from oathbook.domain.evidence.cosignatures import Cosigner
from oathbook.domain.evidence.note_keys import NoteSigner, parse_key
from oathbook.domain.evidence.notes import split_note
from oathbook.domain.evidence.receipts import open_receipt, sign_receipt
from tests.support.playing import sources, whole_game
from tests.support.serving import Table, served
from tests.unit.api.running import Printed, kept, oathbook

CLUB: Final = Cosigner("club.example/witness", bytes(range(32)))
SHOP: Final = Cosigner("shop.example/witness", bytes(range(1, 33)))
SHOP_AS_LOG: Final = NoteSigner(SHOP.key.name, bytes(range(1, 33))).key.text
NOW: Final = 1_679_315_147


class Reader:
    """Who has a bundle, the checkpoint of another day, the keys, and a policy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with served(folder / "games.db", sources("quorums")) as client:
            table = Table.opened(client)
            bundle = table.ask("/bundle").content
            self.keys = client.get("/log/keys").text
        self.bundle = bundle_in(bundle)
        self.checkpoint = self.bundle.proof.partition(b"\n\n")[2]
        self.trusts("".join(f"log {each}\n" for each in self.keys.splitlines()))

    def trusts(self, log: str = "", quorum: str = "all") -> None:
        """Have this policy."""
        witnesses = f"witness club {CLUB.key.text}\nwitness shop {SHOP.key.text}\n"
        (self.folder / "policy").write_text(f"{log}{witnesses}group both {quorum} club shop\nquorum both\n")

    def lines(self, *witnesses: Cosigner) -> bytes:
        """What these have cosigned of the checkpoint."""
        text = split_note(self.checkpoint)[0]
        return "".join(each.cosign(text, NOW).line for each in witnesses).encode()

    def path(self, name: str, content: bytes) -> Path:
        """A file."""
        (self.folder / name).write_bytes(content)
        return self.folder / name

    def says(self, note: bytes, *options: str | Path) -> Printed:
        """What is said of a bundle with this checkpoint."""
        proof = self.bundle.proof.partition(b"\n\n")[0] + b"\n\n" + note
        path = self.path("game.oathbook", zip_bundle(replace(self.bundle, proof=proof)))
        return oathbook("verify", path, "--policy", self.folder / "policy", "--db", self.folder / "no.db", *options)


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    return Reader(tmp_path)


def quorums_of(said: Printed) -> list[tuple[list[str], bool]]:
    """Who has cosigned, and whether that is enough."""
    return [(each["witnesses"], each["met"]) for each in said.json[0]["quorums"]]


def test_a_bundle_is_sound_with_its_quorum_and_as_far_as_one_sees_without(reader: Reader) -> None:
    with_both = reader.says(reader.checkpoint + reader.lines(CLUB, SHOP))
    with_one = reader.says(reader.checkpoint + reader.lines(SHOP))
    none = reader.says(reader.checkpoint)

    assert (with_both.code, with_one.code, none.code) == (0, 3, 3)
    assert "cosigned by club, shop: the quorum is met\n" in with_both.text
    assert "cosigned by shop: the quorum is not met\n" in with_one.text
    assert "cosigned by no witness of the policy: the quorum is not met\n" in none.text
    reader.trusts(quorum="any")
    assert quorums_of(reader.says(reader.checkpoint + reader.lines(SHOP), "--json")) == [(["shop"], True)]


def test_strangers_and_wrong_cosignatures_do_not_count(reader: Reader) -> None:
    """Nor does a log that the policy does not name, whatever keys the bundle brings."""
    impostor = Cosigner(SHOP.key.name, bytes(range(2, 34)))
    other = Cosigner("other.example", bytes(range(3, 35)))
    wrong = SHOP.cosign("another text\n", NOW).line.encode()
    strangers = reader.says(reader.checkpoint + reader.lines(CLUB, impostor, other), "--json")
    forged = reader.says(reader.checkpoint + reader.lines(CLUB) + wrong, "--json")
    reader.trusts(f"log {SHOP_AS_LOG}\n")
    unknown = reader.says(reader.checkpoint + reader.lines(CLUB, SHOP), "--json")

    assert (strangers.code, quorums_of(strangers)) == (3, [(["club"], False)])
    assert (forged.code, quorums_of(forged)) == (3, [([], False)])
    assert "that of shop.example/witness is not right" in forged.json[0]["quorums"][0]["says"]
    assert (unknown.code, quorums_of(unknown)) == (3, [([], False)])
    assert "none of its signatures" in unknown.json[0]["quorums"][0]["says"]


def test_checkpoints_and_proofs_in_files_are_held_against_a_policy(reader: Reader) -> None:
    """The keys of the logs are in the policy; a checkpoint by another key is refused."""
    match = kept(whole_game(), reader.folder / "match.jsonl")
    note = reader.path("note", reader.checkpoint + reader.lines(CLUB, SHOP))
    bare = reader.path("bare", reader.checkpoint)
    proof = reader.path("proof", reader.bundle.proof + reader.lines(CLUB, SHOP))
    options = ("--policy", reader.folder / "policy", "--db", reader.folder / "games.db")
    both = oathbook("verify", match, *options, "--checkpoint", note, "--checkpoint", proof)
    one = oathbook("verify", match, *options, "--checkpoint", note, "--checkpoint", bare, "--json")
    reader.trusts(f"log {SHOP_AS_LOG}\n")
    other = oathbook("verify", match, *options, "--checkpoint", note)

    assert both.code == 0, both.err
    assert both.text.count("cosigned by club, shop: the quorum is met") == 2
    assert (one.code, quorums_of(one)) == (3, [(["club", "shop"], True), ([], False)])
    assert (other.code, "none of its signatures" in other.complaint) == (2, True)


def test_a_receipt_by_a_key_that_the_policy_does_not_name_is_not_believed(reader: Reader) -> None:
    """Whoever passes a bundle on could sign another with a key of their own, and say that it was not imported."""
    own = NoteSigner(f"{reader.keys.partition('+')[0]}/receipt", bytes(range(4, 36)))
    log, receipts = reader.keys.splitlines()
    receipt = open_receipt(reader.bundle.receipt, parse_key(receipts))
    forged = sign_receipt(replace(receipt, imported=True), own).encode()
    note = reader.checkpoint + reader.lines(CLUB, SHOP)
    honest = reader.says(note, "--json")
    reader.trusts(f"log {log}\n")
    unnamed = reader.says(note, "--json")
    named = reader.says(note, "--log-keys", reader.path("keys", reader.keys.encode()), "--json")
    reader.bundle = replace(reader.bundle, receipt=forged, keys=f"{log}\n{own.key.text}\n".encode())
    by_another = reader.says(note, "--json")
    shown = reader.says(note)
    known = reader.says(note, "--log-keys", reader.path("keys", reader.keys.encode()), "--json")

    assert [each.code for each in (honest, unnamed, named, by_another, known)] == [0, 3, 0, 3, 1]
    told = [each.json[0]["attested"]["imported"] for each in (honest, unnamed, named, by_another)]
    assert told == [False, None, False, None]
    assert by_another.json[0]["status"] == "partial"
    assert "bundle: its receipt is signed with a key that you do not trust" in shown.text
    assert ", as imported:" not in shown.text


def test_files_need_no_database(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """As docs/verification.md writes it: there is none here, and none of the places would be in one."""
    monkeypatch.chdir(reader.folder)
    kept(whole_game(), Path("match.jsonl"))
    reader.path("checkpoint.txt", reader.checkpoint + reader.lines(CLUB, SHOP))
    typed = ("verify", "match.jsonl", "--checkpoint", "checkpoint.txt", "--policy", "policy")

    files = oathbook(*typed)
    game = oathbook(*typed, whole_game().game)

    assert not Path("oathbook.db").exists()
    assert (files.code, files.err) == (0, "")
    assert ": cosigned by club, shop: the quorum is met\n" in files.text
    assert (game.code, "no such database" in game.complaint) == (2, True)


def test_a_policy_that_nothing_is_held_against_is_refused(reader: Reader) -> None:
    match = kept(whole_game(), reader.folder / "match.jsonl")
    idle = oathbook("verify", match, "--policy", reader.folder / "policy")
    wrong = oathbook("verify", match, "--policy", match, "--checkpoint", match)
    missing = oathbook("verify", match, "--policy", reader.folder / "gone", "--checkpoint", match)

    assert (idle.code, wrong.code, missing.code) == (2, 2, 2)
    assert "only a bundle brings one" in idle.complaint
    assert "policy: line 1, column 1: a line begins with" in wrong.complaint
    assert "gone: No such file" in missing.complaint
