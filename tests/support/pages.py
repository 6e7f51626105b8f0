"""Pages as a browser without scripts reads them: elements with attributes, and the text in them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

from tests.support.serving import Response

BROWSER: Final = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
"""What a browser says that it takes."""

VOID: Final = frozenset({"img", "input", "link", "meta"})
"""Elements of our pages that have no end tag (HTML, section 13.1.2)."""


@dataclass
class Element:
    """An element: its name, its attributes, and what stands in it, in order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    inside: list["Element | str"] = field(default_factory=list["Element | str"])

    def all(self, tag: str = "", **attributes: str) -> list["Element"]:
        """This one and everything in it of that name, with these attributes: ``data_does``, ``class_``."""
        return [
            each
            for each in self._walked()
            if tag in ("", each.tag)
            and all(
                each.attributes.get(name.rstrip("_").replace("_", "-")) == value for name, value in attributes.items()
            )
        ]

    def one(self, tag: str = "", **attributes: str) -> "Element":
        """The only such element."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} elements are {tag} {attributes}"
        return found[0]

    def named(self, name: str) -> "Element":
        """The element of that id."""
        return self.one(id=name)

    @property
    def text(self) -> str:
        """The text in it, each run of white space one blank."""
        return " ".join("".join(self._texts()).split())

    @property
    def shape(self) -> list[tuple[str, dict[str, str]]]:
        """Everything in it but the text."""
        return [(each.tag, each.attributes) for each in self._walked()]

    def _walked(self) -> Iterator["Element"]:
        yield self
        for each in self.inside:
            if isinstance(each, Element):
                yield from each._walked()

    def _texts(self) -> Iterator[str]:
        for each in self.inside:
            yield from (each,) if isinstance(each, str) else each._texts()


class Reader(HTMLParser):
    """Reads a page strictly: whatever is opened is closed, in order, and nothing is left out or said twice."""

    def __init__(self) -> None:
        """Nothing has been read."""
        super().__init__()
        self.open = [Element("")]

    @classmethod
    def read(cls, text: str) -> Element:
        """The root of a page."""
        reader = cls()
        reader.feed(text)
        reader.close()
        (root,) = reader.open
        return root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        assert len(dict(attrs)) == len(attrs), f"an attribute of {tag} stands twice: {attrs}"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element of SVG, and end it."""
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        ended = self.open.pop()
        assert ended.tag == tag, f"{tag} ends where {ended.tag} is open"

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.open[-1].inside.append(data)

    def handle_comment(self, data: str) -> None:
        """Our pages have none."""
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        """The one at the top."""
        assert decl == "doctype html"

    def unknown_decl(self, data: str) -> None:
        """There is no other."""
        raise AssertionError(data)

    def handle_pi(self, data: str) -> None:
        """Nor anything else."""
        raise AssertionError(data)


def parsed(text: str) -> Element:
    """The root of a page, strictly read."""
    return Reader.read(text)


def page_of(answered: Response, status: int = 200) -> Element:
    """The page that was answered with."""
    assert (answered.status_code, answered.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert answered.headers["content-security-policy"].startswith("default-src 'none'; ")
    return parsed(answered.text)
