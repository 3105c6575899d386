"""What a data wheel, its package and its folders are called: all follow from the name of its lists."""

import re
from dataclasses import dataclass

from tacknamn.errors import InputError

__all__ = ["WheelName", "is_lists_name"]

_LISTS = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def is_lists_name(text: str) -> bool:
    """Whether lists can be called this: ``sv``."""
    return _LISTS.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class WheelName:
    """What a data wheel is called."""

    lists: str
    """The name of the lists: ``sv``."""
    version: str

    def __post_init__(self) -> None:
        if not is_lists_name(self.lists):
            raise InputError(
                f"name {self.lists!r:.40}: must be small letters, digits and hyphens, like sv"
            )

    @property
    def distribution(self) -> str:
        """The name that pip knows."""
        return f"tacknamn-data-{self.lists}"

    @property
    def package(self) -> str:
        """The folder of the bundle in site-packages."""
        return self.distribution.replace("-", "_")

    @property
    def facts(self) -> str:
        """The folder of the metadata."""
        return f"{self.package}-{self.version}.dist-info"

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.package}-{self.version}-py3-none-any.whl"
