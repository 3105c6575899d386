"""What the parts of the service in one worker process share."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacknamn.service.engines import EngineOptions, Engines
from tacknamn.service.metrics import Levels, show_levels
from tacknamn.service.offsets import OffsetUnit
from tacknamn.service.sessions.files import SessionFiles
from tacknamn.service.settings import ServiceSettings
from tacknamn.service.work_queue import WorkQueue

if TYPE_CHECKING:
    from tacknamn.service.operations import Operation

__all__ = ["ServiceState"]


_LETTER = """Hej! Jag heter Anna Lindqvist och är 34 år gammal. Jag är född den 12 mars 1985 i Kiruna men
bor nu på Storgatan 12, 753 20 Uppsala, med min man Ahmed och våra barn. Jag arbetar som sjuksköterska på
Akademiska sjukhuset och har läst på Uppsala universitet. Min syster Sarra komer från Syrien och bor i Göteborg.
Ring mig på 070-123 45 67 eller skriv till anna@exempel.se. Buss 12 går till Ica i Gottsunda. Annas lärare,
fru Berg, undervisar i svenska på Hagaskolan. Vi ses på fredag klockan 10."""
"""Of invented people: a text that needs most of what is loaded, or made, when it is needed first."""


@dataclass(slots=True)
class ServiceState:
    """The state of one worker."""

    settings: ServiceSettings
    engines: Engines
    """Replaced as a whole when the lists are reloaded; requests under way keep those they began with."""
    queue: WorkQueue
    sessions: SessionFiles

    @classmethod
    def open(cls, settings: ServiceSettings) -> "ServiceState":
        """Open the lists."""
        limits = settings.limits
        files = SessionFiles(settings.session_folder, settings.sessions, limits.seconds)
        return cls(settings, Engines(settings), WorkQueue(limits), files)

    def show_levels(self) -> None:
        """Let the figures show what this worker has now. Called about once a second."""
        with suppress(OSError):  # a disk that is full, or a folder that someone removed
            usage = self.sessions.measure()
            engines = self.engines
            show_levels(
                Levels(self.queue.waiting, usage.number, usage.size, engines.opened, engines.made)
            )

    def warm_up(self, operations: "Iterable[Operation]") -> None:
        """Carry out the example of each operation, so that what they need is loaded once for all workers."""
        for operation in operations:
            body = operation.request.model_validate(operation.example)
            for _ in operation.run(self.engines, body, OffsetUnit.CODEPOINTS):
                pass
        self.engines.get(EngineOptions())(_LETTER)
