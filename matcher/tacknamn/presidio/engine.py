"""An anonymizer engine of Presidio whose operator ``pseudonymize`` knows the whole text."""

from collections.abc import Iterable, Mapping
from typing import Any

from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import EngineResult, OperatorConfig, RecognizerResult
from presidio_anonymizer.operators import OperatorType

from tacknamn.pipeline.pieces import replace_pieces
from tacknamn.pipeline.ranges import Piece
from tacknamn.presidio.operator import NAME, PREPARED, Pseudonymize, open_settings

__all__ = ["PseudonymizingEngine"]

_DEFAULT = "DEFAULT"
"""The operator of entity types that have none."""


class PseudonymizingEngine(AnonymizerEngine):  # type: ignore[misc]  # Presidio's classes have no types
    """Presidio's engine with the operator ``pseudonymize``. All other operators work as before.

    If all results of our recognizer are replaced, the text is that of ``Pseudonymizer``.
    ``BatchAnonymizerEngine(PseudonymizingEngine())`` processes lists and tables.
    """

    def __init__(self) -> None:
        super().__init__()
        self.add_anonymizer(Pseudonymize)

    def _operate(
        self,
        text: str,
        pii_entities: list[RecognizerResult],
        operators_metadata: Mapping[str, OperatorConfig],
        operator_type: OperatorType,
        **operator_kwargs: Any,
    ) -> EngineResult:
        """Replace pieces. Presidio calls this with the pieces that are left of the results."""
        if any(each.end > len(text) for each in pii_entities):  # an error of Presidio's own
            return super()._operate(
                text, pii_entities, operators_metadata, operator_type, **operator_kwargs
            )
        names = {each.entity_type for each in pii_entities}
        operators = {name: operators_metadata.get(name) or operators_metadata[_DEFAULT]
                     for name in names}  # fmt: skip
        entities = list(pii_entities)
        for group in _group_types(operators):
            entities = _prepare(text, entities, operators, group)
        return super()._operate(text, entities, operators, operator_type, **operator_kwargs)


def _group_types(operators: Mapping[str, OperatorConfig]) -> list[list[str]]:
    """Group the entity types that are pseudonymized by the same settings."""
    groups: list[list[str]] = []
    for name, operator in sorted(operators.items()):
        if operator.operator_name != NAME:
            continue
        for group in groups:
            if operators[group[0]] == operator:
                group.append(name)
                break
        else:
            groups.append([name])
    return groups


def _prepare(
    text: str,
    entities: Iterable[RecognizerResult],
    operators: dict[str, OperatorConfig],
    types: list[str],
) -> list[RecognizerResult]:
    """Pseudonymize the pieces of some types, and hand the results to their operators.

    Return all pieces, some of them widened. Presidio asks for the last piece of a text first.
    """
    own = [Piece(each.start, each.end, each.entity_type, each.score) for each in entities
           if each.entity_type in types]  # fmt: skip
    others = [each for each in entities if each.entity_type not in types]
    params = operators[types[0]].params
    pseudonymizer = open_settings(params)
    pseudonymizer.warn_of_inconsistency()
    replaced = replace_pieces(pseudonymizer, text, own, [(each.start, each.end) for each in others])
    for name in types:
        answers = [answer for piece, answer in reversed(replaced) if piece.entity_type == name]
        operators[name] = OperatorConfig(NAME, {**params, PREPARED: iter(answers)})
    widened = [
        RecognizerResult(piece.entity_type, piece.start, piece.end, piece.score)
        for piece, _ in replaced
    ]
    return [*others, *widened]
