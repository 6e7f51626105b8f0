"""The modules of a page in one piece: what is joined runs as the modules did."""

import re
from typing import Final

import pytest

from oathbook.api.pages.assets import STATIC
from oathbook.api.pages.script_modules import entry_scripts, imports, join_modules

SOURCES: Final = {each.relative_to(STATIC).as_posix(): each.read_text("utf-8") for each in STATIC.rglob("*.js")}
PAGE: Final = """
import { one, two as second } from "./a/first.js";
import * as other from "./b.js";

say(one, second, other.x);
"""
FIRST: Final = """// The first.

import {
  x,
} from "../b.js";

export const one = x;
export function two() {}
"""
OTHER: Final = """export const x = 1;
export class Y {}
export async function z() {}
const own = 2;
"""
SMALL: Final = {"page.js": PAGE, "a/first.js": FIRST, "b.js": OTHER}
JOINED: Final = """const $b = (() => {
const x = 1;
class Y {}
async function z() {}
const own = 2;

return { x, Y, z };
})();
const $a_first = (() => {
// The first.

const {
  x,
} = $b;

const one = x;
function two() {}

return { one, two };
})();
const $page = (() => {

const { one, two: second } = $a_first;
const other = $b;

say(one, second, other.x);

return {  };
})();"""
"""By hand: two modules want ``b``, which comes first, and once."""


def test_each_module_stands_once_before_those_that_import_it() -> None:
    assert join_modules("page.js", SMALL) == JOINED


def test_the_scripts_of_pages_are_those_that_no_module_imports() -> None:
    assert list(entry_scripts(SMALL)) == ["page.js"]
    assert imports("a/first.js", SMALL["a/first.js"]) == ("b.js",)


@pytest.mark.parametrize(
    "line",
    [
        'import first from "./b.js";',
        'import "./b.js";',
        'import { x } from "/b.js";',
        'import { x } from "b.js";',
        'import first, { x } from "./b.js";',
        'const b = await import("./b.js");',
        "const here = import.meta.url;",
        "await wait();",
        "export default 1;",
        "export { x };",
        'export * from "./b.js";',
        "export let x = 1;",
    ],
)
def test_what_is_written_otherwise_is_refused(line: str) -> None:
    """Rather than sent as something that no browser runs."""
    with pytest.raises(ValueError, match=r"^page\.js: .* is no import or export"):
        join_modules("page.js", {**SMALL, "page.js": f"{line}\n"})


def test_a_circle_and_a_missing_module_are_refused() -> None:
    with pytest.raises(
        ValueError, match=r"^page\.js imports a/first\.js imports b\.js imports page\.js, which is a circle"
    ):
        join_modules("page.js", {**SMALL, "b.js": 'import { p } from "./page.js";\n'})
    with pytest.raises(ValueError, match=r"^page\.js imports b\.js, which is not there"):
        join_modules("page.js", {"page.js": 'import { x } from "./b.js";\n'})


@pytest.mark.parametrize("name", sorted(entry_scripts(SOURCES)))
def test_a_script_of_ours_holds_every_module_that_it_needs(name: str) -> None:
    """Found another way: every path in quotation marks after ``from``, followed to the end."""
    needed, todo = set[str](), {name}
    while todo:
        one = todo.pop()
        needed.add(one)
        folder = (STATIC / one).parent
        found = {
            (folder / each).resolve() for each in re.findall(r'^import .* from "([^"]+)";$', SOURCES[one], re.MULTILINE)
        }
        todo |= {each.relative_to(STATIC.resolve()).as_posix() for each in found} - needed

    text = join_modules(name, SOURCES)

    assert len(re.findall(r"^const \$\w+ = \(\(\) => \{$", text, re.MULTILINE)) == len(needed)
    for each in needed:
        first = next(line for line in SOURCES[each].splitlines() if line.startswith("//"))
        assert text.count(f"\n{first}\n") == 1
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
