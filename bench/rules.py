"""Count which rules of the annotation guidelines and of the masking tool hold, check by check.

Run after the builds::

    python -m bench.rules [--data DIR] [--gold FILE] [--spacy MODEL] [--errors]

The checks (``../shared/eval/marked/en_rules.dev.jsonl``, see its README) are not part of the
project; without them, or without a bundle, the script says so and ends. What is compared follows
from the rule: a span and its type, an identifier type, a masked text. Checks that compare Täcknamn
with spaCy need its English model; without it they are counted apart. ``--errors`` prints the checks
that fail, with what was found.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tacknamn import Lexicon
from tacknamn.errors import BundleError
from tacknamn.ner.backends.protocol import BackendError
from tacknamn.ner.mask_settings import make_mask_settings
from tacknamn.ner.masker import Masker, mask_names
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.tab_benchmark.annotation import annotate
from tacknamn.tab_benchmark.records import EntityType, IdentifierType, TabMention

GOLD = Path(__file__).resolve().parents[2] / "shared" / "eval" / "marked" / "en_rules.dev.jsonl"
Check = dict[str, Any]
_NICKNAME = re.compile(r"[“\"]([^”\"]+)[”\"]|\b(?:alias|as) ([A-Z][\w-]+)")
_GROUP = re.compile(r"\bof ([A-Z][\w-]+) origin\b|\bwho is ([A-Z][\w-]+),")
_NO_VALUE = re.compile(r"[.] [A-Z]|\b(?:and|in|to|pay|was) ")
"""What no number, amount or address contains."""
_NAME_OF_APPLICANT = re.compile(r"The applicant, ([^,]+),")


class Rules:
    """Answers checks, each of which needs the lists, and some spaCy."""

    def __init__(self, data: Path | None, spacy: str) -> None:
        lexicon = Lexicon.open(data) if data else Lexicon.open()
        self._engine = Pseudonymizer(lexicon, profile="tab", seed=1, language="en")
        self._data = data
        self._spacy = f"spacy:{spacy}"
        self._maskers: dict[tuple[str, str], Masker] = {}

    def answer(self, check: Check) -> tuple[bool, object]:
        """Return whether a check passes, with what was found."""
        if check["rule"] == "C1":
            return self._answer_mask(check)
        text = check["input"]
        mentions = annotate((text, self._engine.detect(text)))
        return _choose_comparison(check)(check, mentions)

    def _answer_mask(self, check: Check) -> tuple[bool, object]:
        name, text, expected = check["name"], check["input"], check["expected"]
        if isinstance(expected, str):
            details = [5] if "[DATE]" in expected else []
            masked = mask_names(text, data=self._data, details=details)
            return masked == expected, masked
        theirs = self._find_masked(text, self._spacy)
        if name.startswith("spaCy"):
            return [list(span) for span in theirs] == expected, theirs
        ours = self._find_masked(text, "tacknamn")
        both = [_list_characters(spans) for spans in (ours, theirs)]
        combination = "union" if name.startswith("union") else "intersection"
        found = _list_characters(self._find_masked(text, f"tacknamn,{self._spacy}", combination))
        if combination == "union":
            return found >= both[0] | both[1], sorted(found)
        return found <= both[0] & both[1], sorted(found)

    def _find_masked(
        self, text: str, packages: str, combination: str = "union"
    ) -> list[tuple[int, int]]:
        key = (packages, combination)
        if key not in self._maskers:
            self._maskers[key] = Masker(make_mask_settings(*key, data=self._data))
        masker = self._maskers[key]
        return [(span.start, span.end) for span in masker(text).spans]


def _list_characters(spans: Sequence[tuple[int, int]]) -> set[int]:
    return {index for start, end in spans for index in range(start, end)}


Comparison = Callable[[Check, Sequence[TabMention]], tuple[bool, object]]


def _choose_comparison(check: Check) -> Comparison:
    rule, name, expected = check["rule"], check["name"], check["expected"]
    if isinstance(expected, str) and expected.startswith("*"):
        return _compare_leak
    if isinstance(expected, str) and expected.startswith("not: "):
        return _compare_left_out
    if rule == "E5 identifier type":
        return _compare_identifier
    if rule.startswith("E5"):
        return _compare_nickname
    if rule == "E6 confidential status":
        return _compare_status
    if rule == "E6 HEALTH conditions":
        return _compare_statuses
    if rule.startswith("E6"):
        return _compare_group
    if name == "relative in between":
        return _compare_relatives
    return _compare_entities if rule.startswith("E4") else _compare_span


def _compare_span(check: Check, mentions: Sequence[TabMention]) -> tuple[bool, object]:
    """Whether a span is found with its type. A slash separates other types or spans."""
    text = check["input"]
    found = [[text[each.start : each.end], each.entity_type.value] for each in mentions]
    return any(pair in found for pair in _list_accepted(*check["expected"])), found


def _list_accepted(form: str, kinds: str) -> list[list[str]]:
    types = [part for part in kinds.split("/") if part in EntityType.__members__]
    forms = [form, *(part for part in kinds.split("/") if part not in EntityType.__members__)]
    return [[each, kind] for each in forms for kind in types]


def _compare_left_out(check: Check, mentions: Sequence[TabMention]) -> tuple[bool, object]:
    text, word = check["input"], check["expected"].removeprefix("not: ")
    start = re.search(rf"\b{re.escape(word)}", text).start()  # type: ignore[union-attr]
    found = [each for each in mentions if each.start < start + len(word) and start < each.end]
    return not found, [text[each.start : each.end] for each in found]


def _compare_leak(check: Check, mentions: Sequence[TabMention]) -> tuple[bool, object]:
    """Whether every letter and digit of the span is hidden."""
    text = check["input"]
    start = _find_hidden_span(text, len(check["expected"]), check["today"])
    hidden = _list_characters(
        [
            (each.start, each.end)
            for each in mentions
            if each.identifier_type is not IdentifierType.NO_MASK
        ]
    )
    span = range(start, start + len(check["expected"]))
    shown = "".join("*" if index in hidden else text[index] for index in span)
    return not any(letter.isalnum() for letter in shown), shown


def _find_hidden_span(text: str, length: int, today: str) -> int:
    """Find the whole words that must be hidden: of those that fit, the last with most digits.

    The checks give their length and what was hidden of them once, but not their place."""
    best = (-1, 0)
    for start in range(len(text) - length + 1):
        form = text[start : start + length]
        ends = (form[0], form[-1]) if form[0] not in "$€£" else ("a", form[-1])
        whole = all(end.isalnum() for end in ends) and not (
            text[start - 1 : start].isalnum() or text[start + length : start + length + 1].isalnum()
        )
        if (
            whole
            and not _NO_VALUE.search(form)
            and all(mark in ("*", letter) for mark, letter in zip(today, form, strict=True))
        ):
            best = max(best, (sum(letter.isdigit() for letter in form), start))
    return best[1]


def _compare_identifier(check: Check, mentions: Sequence[TabMention]) -> tuple[bool, object]:
    found = _find_overlapping(check["input"], check["name"], mentions)
    value = None if found is None else found.identifier_type.value
    return value == check["expected"], value


def _compare_status(check: Check, mentions: Sequence[TabMention]) -> tuple[bool, object]:
    found = _find_overlapping(check["input"], check["name"], mentions)
    value = None if found is None else found.confidential_status.value
    return value == check["expected"], value


def _find_overlapping(text: str, form: str, mentions: Sequence[TabMention]) -> TabMention | None:
    start = text.index(form)
    return next(
        (each for each in mentions if each.start < start + len(form) and start < each.end), None
    )


def _compare_statuses(check: Check, mentions: Sequence[TabMention]) -> tuple[bool, object]:
    found = [
        each.confidential_status.value for each in mentions if each.entity_type is EntityType.DEM
    ]
    return check["expected"] in found, found


def _compare_nickname(check: Check, mentions: Sequence[TabMention]) -> tuple[bool, object]:
    match = _NICKNAME.search(check["input"])
    form = "" if match is None else match.group(match.lastindex or 0)
    found = _find_overlapping(check["input"], form, mentions)
    values = [] if found is None else [found.identifier_type.value]
    return values == check["expected"], values


def _compare_group(check: Check, mentions: Sequence[TabMention]) -> tuple[bool, object]:
    match = _GROUP.search(check["input"])
    form = "" if match is None else match.group(match.lastindex or 0)
    found = _find_overlapping(check["input"], form, mentions)
    values = [] if found is None else [[found.entity_type.value, found.confidential_status.value]]
    return values == check["expected"], values


def _compare_relatives(check: Check, mentions: Sequence[TabMention]) -> tuple[bool, object]:
    """Whether the first and the last mention of the applicant are one entity, to be hidden."""
    match = _NAME_OF_APPLICANT.search(check["input"])
    first = _find_overlapping(check["input"], match.group(1) if match else "", mentions)
    persons = [each for each in mentions if each.entity_type is EntityType.PERSON]
    pair = [(each.entity_id, each.identifier_type.value) for each in (first, *persons[-1:]) if each]
    return len(pair) == 2 and pair[0] == pair[1] and pair[0][1] == "DIRECT", pair


def _compare_entities(check: Check, mentions: Sequence[TabMention]) -> tuple[bool, object]:
    """Whether two mentions are found and are one entity, or are not."""
    text = check["input"]
    ids = {text[each.start : each.end]: each.entity_id for each in reversed(mentions)}
    found = [ids.get(form) for form in check["expected"]]
    same = found[0] == found[1]
    return None not in found and same == ("same" in check["rule"]), found


def main() -> None:
    """Count and print."""
    options = _options()
    if not options.gold.is_file():
        print(f"skipped: {options.gold} does not exist; the checks are not part of the project")
        return
    try:
        rules = Rules(options.data, options.spacy)
    except BundleError as exc:
        print(f"skipped: {exc}")
        return
    checks = [json.loads(line) for line in options.gold.read_text("utf-8").splitlines()]
    passed, whole, unmeasured = Counter[str](), Counter[str](), 0
    for check in checks:
        try:
            ok, found = rules.answer(check)
        except BackendError:
            unmeasured += 1
            continue
        whole[check["rule"]] += 1
        passed[check["rule"]] += ok
        if options.errors and not ok:
            print(check["rule"], check["input"], check["expected"], found, sep=" | ")
    for rule in sorted(whole):
        print(f"{rule:40}{passed[rule]:5} of {whole[rule]:4}")
    print(f"{'total':40}{passed.total():5} of {whole.total():4}")
    if unmeasured:
        print(f"{unmeasured} more were not measured: the model of spaCy is missing (--spacy MODEL)")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="folder of the bundle")
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--spacy", default="en_core_web_sm", help="name or folder of a model")
    parser.add_argument("--errors", action="store_true", help="print the checks that fail")
    return parser.parse_args()


if __name__ == "__main__":
    main()
