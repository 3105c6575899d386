"""Read what a client's type system says of one layer.

The names of the layer and of its feature become names of XML, so they must be such names.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from tacknamn.service.problems import Problem
from tacknamn.service.untrusted_xml import read_elements

__all__ = ["LayerType", "read_layer"]

_NAMESPACE = "http://uima.apache.org/resourceSpecifier "
_STRING, _STRINGS = "uima.cas.String", "uima.cas.StringArray"
_BUILT_IN = frozenset(("begin", "end", "sofa", "xmlns"))
"""Features that every annotation has, and what XML reserves."""
_NAME = re.compile(r"[^\W\d]\w*")
"""A name of UIMA."""
_MOST_SUPERTYPES = 50


@dataclass(frozen=True, slots=True)
class LayerType:
    """A layer: an annotation type and its features."""

    name: str
    features: Mapping[str, str]
    """The types of its features by their names, inherited ones included."""

    def is_list(self, feature: str) -> bool:
        """Whether a feature has several values."""
        return self.features[feature] == _STRINGS


@dataclass(slots=True)
class _TypeReader:
    """Collects the types of a type system."""

    types: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)
    """Supertype and features of each type."""
    _texts: dict[str, str] = field(default_factory=dict)
    _features: dict[str, str] = field(default_factory=dict)
    _path: list[str] = field(default_factory=list)

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._path.append(name.removeprefix(_NAMESPACE))
        if self._path[-1] in ("typeDescription", "featureDescription"):
            self._texts = {key: text for key, text in self._texts.items() if key.startswith("type")}
        if self._path[-1] == "typeDescription":
            self._texts, self._features = {}, {}

    def text(self, text: str) -> None:
        key = "/".join(self._path[-2:])
        self._texts[key] = self._texts.get(key, "") + text

    def end(self, name: str) -> None:
        element = self._path.pop()
        if element == "featureDescription":
            self._features[self._get("featureDescription/name")] = self._get(
                "featureDescription/rangeTypeName"
            )
        elif element == "typeDescription":
            supertype = self._get("typeDescription/supertypeName")
            self.types[self._get("typeDescription/name")] = supertype, self._features

    def _get(self, key: str) -> str:
        return self._texts.get(key, "").strip()


def read_layer(type_system: str, layer: str, feature: str) -> LayerType:
    """Return the layer of a type system whose feature is to be predicted."""
    reader = _TypeReader()
    read_elements(type_system, "typeSystem", reader)
    if layer not in reader.types:
        raise Problem("invalid", "metadata.layer: typeSystem has no such type")
    features = _collect_features(reader, layer)
    if features.get(feature) not in (_STRING, _STRINGS):
        raise Problem("invalid", "metadata.feature: the layer has no such feature of type String")
    if layer.startswith("uima."):
        raise Problem(
            "invalid", "metadata.layer: is a type of UIMA itself; make a layer of your own"
        )
    if feature in _BUILT_IN:
        raise Problem("invalid", f"metadata.feature: {feature} is reserved; choose another name")
    if not all(map(_is_name, (*layer.split("."), feature))):
        raise Problem(
            "invalid",
            "metadata.layer, metadata.feature: a name has letters, digits and underscores that XML takes, "
            "and begins with no digit",
        )
    return LayerType(layer, features)


def _is_name(name: str) -> bool:
    """Whether a name is one of UIMA, and of XML as its readers know it: few of them take all letters."""
    if not _NAME.fullmatch(name):
        return False
    try:
        expat.ParserCreate("utf-8").Parse(f"<{name}/>".encode(), True)
    except (expat.ExpatError, UnicodeEncodeError):
        return False
    return True


def _collect_features(reader: _TypeReader, layer: str) -> dict[str, str]:
    features: dict[str, str] = {}
    for _ in range(_MOST_SUPERTYPES):
        layer, own = reader.types.get(layer, ("", {}))
        features = {**own, **features}
    return features
