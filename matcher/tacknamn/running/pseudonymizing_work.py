"""What workers do for ``tacknamn pseudonymize``: a document in, what is to be written out."""

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tacknamn.formats.registry import FORMATS
from tacknamn.running.request import Request, opened
from tacknamn.running.work import Piece, Result, Work

if TYPE_CHECKING:
    from tacknamn.formats.inputs import Input
    from tacknamn.pseudonymizing.document import Document
    from tacknamn.pseudonymizing.pseudonymizer import Pseudonymizer
    from tacknamn.vault.records import Record

__all__ = ["opener"]


def opener(request: Request) -> Work:
    """The work of a request; the pseudonymizer is made here, once for all pieces."""
    pseudonymizers = opened(request)
    pseudonymizers("")  # what cannot be made is told before any text is read

    def work(piece: Piece) -> Result:
        one: Input = piece.input
        pseudonymizer = pseudonymizers(one.language)
        left = _left(one, pseudonymizer)
        if one.kept:
            text = _written(piece, pseudonymizer("", name=one.id), request)
            return Result(text, warnings=left)
        # A text alone is known by what it says: from a file, standard input or Python, the same
        # seed gives the same. Those of a larger file are known by their ids.
        name = one.id if FORMATS[piece.source].many else ""
        if one.graph is not None:
            document = pseudonymizer.again(one.graph, name)
        elif one.labels:
            from tacknamn.formats.labelled import labels_of

            document = pseudonymizer.with_labels(one.text, labels_of(one), name)
        else:
            document = pseudonymizer(one.text, name)
        result = _result(piece, replace(document, name=one.id), request)
        return replace(result, warnings=(*left, *result.warnings)) if left else result

    return work


def _left(one: "Input", pseudonymizer: "Pseudonymizer") -> tuple[str, ...]:
    """A warning, where the first row of a table was left that has something to replace."""
    if one.heading is None:
        return ()
    from tacknamn.pseudonymizing.records import Action

    policies = map(pseudonymizer.profile.policy_of, pseudonymizer.detect(one.heading.text))
    wanted = any(policy.action is Action.REPLACE for policy in policies)
    return (one.heading.warning("pseudonymized"),) if wanted else ()


def _result(piece: Piece, document: "Document", request: Request) -> Result:
    from tacknamn.formats import writer

    spans = document.spans
    return Result(
        text=_written(piece, document, request),
        words=len(document.original.split()),
        actions=Counter(str(span.action) for span in spans),
        labels=Counter(span.label for span in spans),
        warnings=(*document.warnings, *writer(piece.format).warnings(document)),
        aside=_aside(document) if request.explain and piece.format != "html" else "",
        records=_records(document) if request.to_vault else (),
    )


def _written(piece: Piece, document: "Document", request: Request) -> str:
    if request.explain and piece.format == "html":
        from tacknamn.page import page_of

        return page_of(document, explain=True)
    from tacknamn.formats import writer

    return writer(piece.format)(document, piece.input)


def _aside(document: "Document") -> str:
    from tacknamn.page import explain_lines

    return "".join(f"{line}\n" for line in explain_lines(document))


def _records(document: "Document") -> "tuple[Record, ...]":
    """What stood where something else stands now."""
    from tacknamn.pseudonymizing.records import Action
    from tacknamn.vault.records import Record

    return tuple(
        Record(
            span.label, document.original[span.start : span.end], span.replacement, document.name
        )
        for span in document.spans
        if span.action is Action.REPLACE and span.replacement
    )
