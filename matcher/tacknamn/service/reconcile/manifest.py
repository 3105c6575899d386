"""The manifest of the reconciliation service: what it offers, and at which addresses."""

from typing import Any

from tacknamn import __version__
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.service.reconcile.entity_types import describe_type, list_types
from tacknamn.service.settings import ServiceSettings

__all__ = ["PATH", "PREVIEW_SIZE", "find_most_queries", "make_manifest"]

PATH = "/reconcile"
PREVIEW_SIZE = (400, 260)
"""Width and height of a preview in pixels."""
_MOST_QUERIES = 1_000
"""Queries of a batch, whatever more the service allows: a page waits for the answer."""


def find_most_queries(settings: ServiceSettings) -> int:
    """Return how many queries a batch may have."""
    return min(_MOST_QUERIES, settings.limits.batch)


def make_manifest(lexicon: Lexicon, settings: ServiceSettings, address: str) -> dict[str, Any]:
    """Return the manifest.

    Args:
        address: The beginning of all addresses: the public one, or as the client wrote it.
    """
    url = address.rstrip("/") + PATH
    width, height = PREVIEW_SIZE
    manifest = {
        "versions": ["0.2"],
        "name": f"Täcknamn: {lexicon.bundle.manifest['title']}",
        # The same wherever the service runs, so that ids from two installations are known to agree.
        "identifierSpace": "urn:tacknamn:entry:",
        "schemaSpace": "urn:tacknamn:label:",
        "serviceVersion": __version__,
        "batchSize": find_most_queries(settings),
        "defaultTypes": [describe_type(label, is_full=True) for label in list_types(lexicon)],
        "view": {"url": f"{url}/view?id={{{{id}}}}"},
        "preview": {"url": f"{url}/preview?id={{{{id}}}}", "width": width, "height": height},
        "suggest": {
            name: {"service_url": url, "service_path": f"/suggest/{name}"}
            for name in ("entity", "property", "type")
        },
        "extend": {
            "propose_properties": {"service_url": url, "service_path": "/properties"},
            "property_settings": [],
        },
    }
    if settings.tokens:
        manifest["authentication"] = {"type": "apiKey", "name": "Authorization", "in": "header"}
    return manifest
