"""The foot of every page: which program this is, under which licence, and where programs read on."""

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.rulesets.registry import own_origin
from tests.support.serving import Table


@pytest.mark.parametrize("address", ["/", "/disputes", "/rulesets", "/no-such-page", "{game}"])
def test_every_page_names_version_and_licence_and_links_what_is_for_programs(address: str, client: TestClient) -> None:
    path = address.format(game=Table.opened(client).path.removeprefix("/v1"))
    text = client.get(path, headers={"Accept": "text/html"}).text

    foot = text[text.index("<footer") :]

    assert own_origin().removeprefix("oathbook") in foot
    assert "Apache License 2.0" in foot
    for link in ("/openapi.json", "/v1/problems"):
        assert f'href="{link}"' in foot
        assert client.get(link, headers={"Accept": "*/*"}).status_code == 200
