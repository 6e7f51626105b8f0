"""The READMEs: every command they show is run, and says what they say it does."""

import re
from pathlib import Path

import httpx2
import pytest

from oathbook.api.pages.keys import KEYS, key_label
from tests.docs.consoles import ADDRESS, BLOCK, console_in, differing, lay_out, recipe, runs_of
from tests.support.checkout import ROOT
from tests.support.processes import PATIENCE

RULESETS = ("cube_bag", "gloomhaven_attack", "heirless", "knights_duty")
PAGES = ("README.md", *(f"domain/rulesets/{name}/README.md" for name in RULESETS))
README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_a_readme_shows_what_the_program_says(name: str, tmp_path: Path) -> None:
    """Each command in its order, in one folder with the golden records and the page's own files."""
    page = (ROOT / name).read_text("utf-8")
    lay_out(page, tmp_path)

    assert len(runs_of(page)) >= 3
    with console_in(tmp_path) as console:
        assert differing(page, console) == []


@pytest.mark.gate
def test_the_pages_that_the_readme_sends_its_reader_to_are_there(tmp_path: Path) -> None:
    """The addresses beside the commands, in the service that ``make run`` starts."""
    paths = re.findall(rf"{ADDRESS}([^\s)`#]*)", BLOCK.sub("", README))

    assert paths
    with console_in(tmp_path) as console:
        console.said("make run")
        for path in paths:
            assert httpx2.get(f"{console.address}{path}", timeout=PATIENCE, trust_env=False).status_code == 200


def test_the_two_commands_of_the_readme_do_what_it_says() -> None:
    """What ``make run`` says is shown further down and is run there."""
    commands = re.findall(r"^make (\w+) +#", README, re.MULTILINE)

    assert commands == ["run", "test"]
    assert recipe("run") == "$(BIN)/oathbook demo $(OPTIONS)"
    assert recipe("test") == '$(BIN)/pytest $(ON_ALL_CORES) -m "not slow and not gate" $(OPTIONS)'


def test_the_keys_of_the_readme_do_what_the_help_of_the_replay_page_says() -> None:
    """A row names a key, or several and what each does."""
    says = {key_label(key): binding.says for group in KEYS for binding in group.bindings for key in binding.keys}
    table = re.findall(r"^\| (`.*`) \| (.*) \|$", README, re.MULTILINE)
    rows = [(re.findall(r"`(.*?)`", keys), words) for keys, words in table]
    told = [each for keys, words in rows for each in zip(keys, words.split(", ") if keys[1:] else [words], strict=True)]

    assert len(told) >= 5
    assert [key for key, words in told if not words.startswith(says[key]) and not says[key].startswith(words)] == []


WRONG = """
```console
$ make run
…
http://127.0.0.1:8000
…
$ curl 'http://127.0.0.1:8000/v1/games?limit=1'
{"games":[{…}],…}
$ curl 'http://127.0.0.1:8000/v1/games?state=over&limit=1'
{"games":[{…"outcome":"nobody knows",…}],…}
$ curl http://127.0.0.1:8000/v1/no-such-thing
{"games":…}
$ curl http://127.0.0.1:8000/v1/games -H 'Content-Type: application/json' -d '{"edition":"knights_duty/1"}'
{"game":"{game}",…}
```
"""


@pytest.mark.gate
def test_a_wrong_example_of_the_service_is_noticed(tmp_path: Path) -> None:
    """The control: another answer, another address and a body that is refused; what is right is not complained of."""
    with console_in(tmp_path) as console:
        wrong = differing(WRONG, console)

    assert [each.splitlines()[0] for each in wrong] == [f"$ {command}" for command, _ in runs_of(WRONG)[2:]]
