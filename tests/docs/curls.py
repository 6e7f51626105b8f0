"""The curl commands of our pages: sent by curl where there is one, otherwise by a translation that knows them."""

import shutil
from pathlib import Path
from typing import Final, NamedTuple

import httpx2

from tests.support.processes import ran

CURL: Final = shutil.which("curl")


class UnknownFormError(Exception):
    """A command of curl that the translation does not know: a page has to do without it."""


class Request(NamedTuple):
    """What a command sends, and the file that takes the answer, if one is named."""

    address: str
    headers: dict[str, str]
    body: str | None
    file: str | None


def request_of(words: list[str]) -> Request:
    """The request of a command. It has one address and of the options ``-s``, ``-o``, ``-d`` and ``-H`` alone."""
    options: dict[str, str] = {}
    headers: dict[str, str] = {}
    addresses: list[str] = []
    rest = iter(words[1:])
    for word in rest:
        if word == "-H":
            name, _, value = next(rest).partition(": ")
            headers[name] = value
        elif word in {"-o", "-d"} and word not in options:
            options[word] = next(rest)
        elif word.startswith("http://"):
            addresses.append(word)
        elif word != "-s":
            raise UnknownFormError(word)
    if len(addresses) != 1:
        raise UnknownFormError(" ".join(words))
    return Request(addresses[0], headers, options.get("-d"), options.get("-o"))


def by_translation(words: list[str], folder: Path) -> str:
    """What curl would print in this folder."""
    request = request_of(words)
    form = {} if request.body is None else {"Content-Type": "application/x-www-form-urlencoded"}
    with httpx2.Client(trust_env=False) as client:
        method = "GET" if request.body is None else "POST"
        response = client.request(method, request.address, headers={**form, **request.headers}, content=request.body)
    if request.file is None:
        return response.text
    (folder / request.file).write_bytes(response.content)
    return ""


def by_curl(words: list[str], folder: Path) -> str:
    """What curl prints in this folder, untroubled by the settings of this machine."""
    assert CURL is not None
    done = ran([CURL, "--disable", "--noproxy", "*", *words[1:]], cwd=folder)
    done.check_returncode()
    return done.stdout


def answered(words: list[str], folder: Path) -> str:
    """What a command of a page prints; refused where a machine without curl could not send it."""
    request_of(words)
    return (by_curl if CURL else by_translation)(words, folder)
