"""What may go wrong with a backend: which one it is, what is wrong, and what to do."""

from tacknamn.errors import Error
from tacknamn.reporting.printing import printable

__all__ = ["BackendError", "naming"]


class BackendError(Error):
    """A backend is unknown, lacks its package or model, or does not do what it should.

    The message names the backend and the remedy, and never quotes the text."""

    def __init__(self, name: str, what: str, remedy: str = "") -> None:
        told = f"{what}; {remedy}" if remedy else what
        super().__init__(f"backend {printable(name)}: {told}")
        self.name = name
        """The backend, as it was asked for."""
        self.what = what
        """What is wrong, in words that do not quote the text."""
        self.remedy = remedy
        """What to do, with the command to run where there is one; empty where the other says it."""

    def __reduce__(self) -> tuple[type["BackendError"], tuple[str, str, str]]:
        """How it travels between processes."""
        return type(self), (self.name, self.what, self.remedy)


def naming(name: str, exc: Error) -> str:
    """What went wrong with a backend, in words that name it, whatever raised the error."""
    return str(exc) if isinstance(exc, BackendError) else f"backend {printable(name)}: {exc}"
