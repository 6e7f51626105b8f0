"""QR codes by HTTP: drawn from a body that is kept nowhere, within bounds, for pages of this origin."""

from typing import Final

import pytest
import segno
from fastapi.testclient import TestClient

from oathbook.api.pages.qr_codes import MOST_CHARACTERS
from tests.service.test_origins import ALLOWED, CLUB, club
from tests.support.serving import problem_of

__all__ = ["club"]

LINK: Final = "https://club.example/games/0193a7c4-0000-7000-8000-000000000259/play#key=" + "k" * 43


def rows_of(text: str) -> list[str]:
    """The modules of a text, by the library itself."""
    return ["".join(map(str, row)) for row in segno.make_qr(text, error="m", boost_error=False).matrix]


@pytest.mark.parametrize(
    "text", ["a", LINK, "\u00e9\u4e2d\U0001f600", "\0", "e" * MOST_CHARACTERS, "\u4e2d" * MOST_CHARACTERS]
)
def test_a_code_has_the_modules_of_its_text(text: str, client: TestClient) -> None:
    answered = client.post("/qr-codes", json={"text": text})

    assert answered.status_code == 200
    assert answered.json() == {"rows": rows_of(text)}
    assert answered.json() != {"rows": rows_of(f"{text}b")}


def test_a_link_with_a_key_fits_a_code_that_a_camera_reads(client: TestClient) -> None:
    """45 modules, as many as version 7 has (ISO/IEC 18004)."""
    rows = client.post("/qr-codes", json={"text": LINK}).json()["rows"]

    assert {len(rows), *map(len, rows)} == {45}


def test_nobody_keeps_a_code_on_its_way(client: TestClient) -> None:
    answered = client.post("/qr-codes", json={"text": LINK})

    assert answered.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"text": ""}, 422, "invalid-request"),
        ({"text": "e" * (MOST_CHARACTERS + 1)}, 422, "invalid-request"),
        ({"text": 7}, 422, "invalid-request"),
        ({"text": None}, 422, "invalid-request"),
        ({}, 422, "invalid-request"),
        ({"text": "a", "level": "h"}, 422, "invalid-request"),
        (["a"], 422, "invalid-request"),
    ],
)
def test_what_is_no_text_is_refused(body: object, status: int, kind: str, client: TestClient) -> None:
    assert problem_of(client.post("/qr-codes", json=body)) == (status, kind)


@pytest.mark.parametrize(
    ("content", "media_type", "status"),
    [
        (b'{"text": "\\ud800"}', "application/json", 400),
        (b"{", "application/json", 400),
        (b"", "application/json", 400),
        (b'{"text": "a"}', "text/plain", 415),
        (b'{"text": "a"}', "application/x-www-form-urlencoded", 415),
        (b'{"text": "' + b"a" * 70_000 + b'"}', "application/json", 413),
    ],
)
def test_what_is_no_json_is_refused(content: bytes, media_type: str, status: int, client: TestClient) -> None:
    answered = client.post("/qr-codes", content=content, headers={"Content-Type": media_type})

    assert problem_of(answered)[0] == status


def test_a_refusal_says_nothing_of_the_text(client: TestClient) -> None:
    refused = client.post("/qr-codes", json={"text": LINK * 9})

    assert refused.status_code == 422
    assert "kkk" not in refused.text


def test_only_a_post_draws_a_code(client: TestClient) -> None:
    assert client.get("/qr-codes").status_code == 405


def test_no_other_origin_is_let_in(club: TestClient) -> None:
    """The control is an address for programs, which that origin may read."""
    asked = {"Origin": CLUB, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}

    answers = [club.options(path, headers=asked) for path in ("/qr-codes", "/v1/games")]

    assert [ALLOWED in each.headers for each in answers] == [False, True]
