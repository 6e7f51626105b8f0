"""QR codes for the pages, drawn from a body: what is in one, such as a key, stands in no address and no log."""

from typing import Annotated, Final

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from oathbook.api.pages import addresses

router = APIRouter(include_in_schema=False)

MOST_CHARACTERS: Final = 300  # a link with a key, whatever the host is called


class TextToEncode(BaseModel):
    """What a code says."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS)]


@router.post("/qr-codes", dependencies=[addresses.FOLD_LIMIT])
def draw_qr_code(body: TextToEncode) -> Response:
    """The rows of a code at level M, a ``1`` for each dark module, without the quiet zone. Nothing of it is kept."""
    import segno  # noqa: PLC0415  # because nobody else needs it

    code = segno.make_qr(body.text, error="m", boost_error=False)
    rows = ["".join(str(int(module)) for module in row) for row in code.matrix]
    return JSONResponse({"rows": rows}, headers={"Cache-Control": "no-store"})
