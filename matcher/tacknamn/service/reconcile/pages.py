"""Small pages about an entity, for a frame of the client or for a person who follows a link.

They consist of text and one style, run nothing, load nothing, and may stand in a frame of any page.
"""

from html import escape

from starlette.responses import Response

from tacknamn.service.reconcile.candidates import describe_place
from tacknamn.service.reconcile.entities import ListedEntity
from tacknamn.service.reconcile.entity_types import describe_type
from tacknamn.service.reconcile.properties import PROPERTIES

__all__ = ["PAGE_TYPE", "make_page"]

PAGE_TYPE = "text/html"
_STYLE = (
    "body{font:14px/1.4 system-ui,sans-serif;margin:12px;color:#1a1a1a;background:#fff}"
    "h1{font-size:18px;margin:0}p{margin:2px 0 8px;color:#555}"
    "table{border-collapse:collapse}th{text-align:left;font-weight:600;padding:1px 12px 1px 0;"
    "vertical-align:top}td{padding:1px 0;overflow-wrap:anywhere}"
)
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors *; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_IN_PREVIEW = ("country", "parent", "count", "kind", "probability")


def make_page(entity: ListedEntity, is_preview: bool) -> Response:
    """Return the page of an entity; a preview leaves out what hardly anyone compares."""
    names = _IN_PREVIEW if is_preview else PROPERTIES
    rows = "".join(_make_row(entity, name) for name in names)
    meaning = describe_type(str(entity.label), is_full=True)["description"]
    page = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(entity.form)}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{escape(entity.form)}</h1><p>{escape(describe_place(entity))}<br>"
        f"{escape(meaning)}</p><table>{rows}</table></body></html>\n"
    )
    return Response(page.encode(), headers=_HEADERS, media_type=PAGE_TYPE)


def _make_row(entity: ListedEntity, name: str) -> str:
    values = [str(value) for each in PROPERTIES[name].get_values(entity) for value in each.values()]
    if not values:
        return ""
    return f"<tr><th>{PROPERTIES[name].name}</th><td>{escape(', '.join(values))}</td></tr>"
