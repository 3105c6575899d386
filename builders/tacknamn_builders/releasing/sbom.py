"""Write the bill of materials of a data wheel: its sources, as CycloneDX 1.6 in JSON.

PEP 770 puts it into ``.dist-info/sboms``. A component of type ``data`` is a source; its components
of type ``file`` are the files that were read, with their SHA-256. There is no time stamp, and the
serial number is derived from the bundle, so equal bundles have equal bills.
"""

import json
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

import tacknamn
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["format_sbom"]

_SPDX_PREFIX = "LicenseRef-"
_OWN_KEYS = ("none-stated", "private")
"""Keys of licences.toml that are no SPDX identifiers."""


def format_sbom(
    manifest: Mapping[str, Any],
    sources: Mapping[str, DataSource],
    distribution: str,
    version: str,
) -> str:
    """Format the bill of the wheel ``distribution`` of this ``version``."""
    reference = f"pkg:pypi/{distribution}@{version}"
    components = [
        _describe_source(id, facts, sources.get(id)) for id, facts in manifest["sources"].items()
    ]
    identity = json.dumps(manifest["files"], sort_keys=True)
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, f"{reference} {identity}").urn,
        "version": 1,
        "metadata": {
            "tools": {
                "components": [
                    {
                        "type": "application",
                        "name": "tacknamn-build",
                        "version": tacknamn.__version__,
                    }
                ]
            },
            "component": {
                "type": "data",
                "bom-ref": reference,
                "name": distribution,
                "version": version,
                "purl": reference,
                "licenses": [{"expression": manifest["licence"]}],
            },
        },
        "components": components,
        "dependencies": [{"ref": reference, "dependsOn": [part["bom-ref"] for part in components]}],
    }
    return json.dumps(bill, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _describe_source(
    id: str, facts: Mapping[str, Any], source: DataSource | None
) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": "data",
        "bom-ref": f"source:{id}",
        "name": id,
        "version": facts["version"],
        "description": facts["title"],
        "copyright": facts["owed"],
        "licenses": [{"license": _describe_licence(facts)}],
        "properties": [
            {"name": "tacknamn:records", "value": str(facts["records"])},
            {"name": "tacknamn:vintage", "value": facts["vintage"]},
        ],
        "components": list(_describe_files(id, facts["sha256"])),
    }
    if source is not None:
        component["publisher"] = source.publisher
        if source.package:
            component["purl"] = f"pkg:pypi/{source.package.lower()}@{source.version}"
        elif source.address:
            component["externalReferences"] = [{"type": "distribution", "url": source.address}]
    return component


def _describe_licence(facts: Mapping[str, Any]) -> dict[str, str]:
    key = facts["licence"]
    is_spdx = not key.startswith(_SPDX_PREFIX) and key not in _OWN_KEYS
    return {"id": key} if is_spdx else {"name": facts["licence_title"]}


def _describe_files(id: str, sums: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for name, sha256 in sorted(sums.items()):
        yield {
            "type": "file",
            "bom-ref": f"source:{id}/{name}",
            "name": name,
            "hashes": [{"alg": "SHA-256", "content": sha256}],
        }
