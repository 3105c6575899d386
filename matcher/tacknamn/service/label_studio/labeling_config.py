"""Read a labeling configuration: which controls label which texts, and by which names.

Label Studio shows a prediction only if its names are those of the configuration::

    <View>
      <Labels name="label" toName="text"><Label value="PER"/><Label value="LOC"/></Labels>
      <Text name="text" value="$text"/>
    </View>
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tacknamn.service.problems import Problem
from tacknamn.service.untrusted_xml import read_elements
from tacknamn.svala.tokens import find_text_error

__all__ = ["LabelControl", "TextObject", "read_config"]

_CONTROLS = frozenset(("labels", "hypertextlabels"))
_MOST_CONTROLS = 100
"""Sets of labels of a configuration."""
_OBJECTS = frozenset(("text", "hypertext"))


@dataclass(frozen=True, slots=True)
class TextObject:
    """A text that the page shows."""

    name: str
    keys: tuple[str, ...]
    """Where it is in the data of a task: ``$review.text`` is the field text of the field review."""
    is_html: bool

    def find_text(self, data: Any) -> str | None:
        """Return the text of a task; empty if the task has none, None if it is no text."""
        value = data
        for key in self.keys:
            value = value.get(key) if isinstance(value, dict) else None
        if value is None:
            return ""
        return value if isinstance(value, str) and not find_text_error(value) else None


@dataclass(frozen=True, slots=True)
class LabelControl:
    """A set of labels for a text."""

    name: str
    kind: str
    """``labels`` or ``hypertextlabels``: the type of its results, and their field of labels."""
    labels: tuple[tuple[str, str], ...]
    """What a label is called, and its name in results: the alias if it has one. Either name may say what
    it means, so a label with an alias is there twice."""
    shown: TextObject


@dataclass(slots=True)
class _ConfigReader:
    """Collects controls and texts of a configuration."""

    controls: list[tuple[str, str, str, list[tuple[str, str]]]] = field(default_factory=list)
    """Name, kind, name of the text, labels."""
    objects: dict[str, TextObject] = field(default_factory=dict)
    _open: int = 0
    """Depth within a control; 0 outside."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = name.lower()
        if self._open:
            self._open += 1
            if tag == "label":
                value, alias = attributes.get("value", ""), attributes.get("alias", "")
                names = dict.fromkeys(filter(None, (value, alias)))
                self.controls[-1][3].extend((name, alias or value) for name in names)
        elif tag in _CONTROLS:
            self._open = 1
            control = attributes.get("name", ""), tag, attributes.get("toName", "")
            self.controls.append((*control, []))
        elif tag in _OBJECTS:
            self._add_object(tag, attributes)

    def end(self, name: str) -> None:
        self._open = max(0, self._open - 1)

    def text(self, text: str) -> None:
        """Do nothing: a configuration consists of attributes."""

    def _add_object(self, tag: str, attributes: Mapping[str, str]) -> None:
        name, value = attributes.get("name", ""), attributes.get("value", "")
        if value.startswith("$") and attributes.get("valueType", "text").lower() == "text":
            keys = tuple(value.removeprefix("$").split("."))
            self.objects[name] = TextObject(name, keys, tag == "hypertext")


def read_config(config: str) -> list[LabelControl]:
    """Return the controls of a configuration that label texts."""
    reader = _ConfigReader()
    read_elements(config, "label_config", reader)
    controls = [
        LabelControl(name, kind, tuple(labels), reader.objects[shown])
        for name, kind, shown, labels in reader.controls
        if shown in reader.objects
    ]
    if len(controls) > _MOST_CONTROLS:
        raise Problem("too-large", f"label_config has more than {_MOST_CONTROLS} sets of labels")
    if not controls:
        raise Problem(
            "invalid",
            "label_config has no Labels or HyperTextLabels for a Text or HyperText whose value is a field "
            "of the task, such as $text (a valueType url is not fetched)",
        )
    return controls
