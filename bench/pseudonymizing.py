"""Measure the pseudonymizer: speed, start-up, memory, quality on essays, leaks in gold texts.

Run after a build::

    .venv/bin/python -m bench.pseudonymizing [--bundle DIR] [--texts DIR] [--write PAGE]

The original SweLL tool processes 75 to 79 tokens a second. This figure is quoted: the tool has no
licence that allows running it, and needs a service that no longer exists. Ratios use 79. A token is
text between blanks. ``--texts`` is the folder of gold texts; without it, the measures that need them
are left out.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.compile import describe_machine
from bench.measures import Bar

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.evaluation.evaluator import EvaluationOptions, evaluate
from tacknamn.evaluation.label_maps import read_mapping
from tacknamn.evaluation.plain_data import evaluation_data
from tacknamn.taxonomy.coarse_classes import merge_coarse
from tests.essays.reading import Essay, read_essays
from tests.essays.scoring import MAPS, TABLE_6, gold_file, predicted_file, pseudonymizer_of

__all__ = ["main"]

ORIGINAL = 79.0
"""Most tokens a second of the original tool, on two cores."""
ORIGINAL_LEAKS = {
    ("sv_klintan_test", "PER"): 0.57,
    ("sv_klintan_test", "LOC"): 0.52,
    ("sv_pud", "PER"): 0.61,
    ("sv_pud", "LOC"): 0.62,
}
"""Its leak rates on these sets, from their README."""
LEARNERS = "sv_swell_ud"
"""Sentences by learners, eight of which are joined to a text as long as an essay."""
TOGETHER = 8
SEED = 7
SECONDS = 2.0
STARTS = 7
MANY = 1_000
"""From this figure on, decimals are left out."""
PAPER_LABELS = 720 / 31_869
"""Labels per token in the COLING paper's second evaluation (its table 2)."""
DENSE = 100_000
"""Target in tokens a second for texts with as many names as our essays: half of that for others."""
_NO_BYTECODE = ("PYTHONDONTWRITEBYTECODE",)


def main() -> None:
    """Measure, print the table, and write the page with --write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path)
    parser.add_argument("--texts", type=Path, help="folder of the gold texts")
    parser.add_argument("--write", type=Path, help="file of the page to write")
    options = parser.parse_args()
    lexicon = Lexicon.open(options.bundle)
    profile = lexicon.bundle.manifest["profile"]
    essays = list(read_essays())
    bars = [*_measure_speed(lexicon, essays, options.texts), *_measure_command(lexicon, essays),
            *_measure_essays(lexicon, essays), *_measure_leaks(lexicon, options.texts)]  # fmt: skip
    page = "\n".join([*_write_head(str(profile)), *_write_table(bars), ""])
    print(page)
    if options.write:
        options.write.write_text(page, "utf-8")


def _write_head(profile: str) -> list[str]:
    return [
        "# Speed and quality of pseudonymizing",
        "",
        "`python -m bench.pseudonymizing` measures and writes this page. Every figure is from one run,",
        "except those of the original SweLL tool and of the COLING-2020 paper, which are quoted.",
        "",
        f"- Machine: {describe_machine()}; load {os.getloadavg()[0]:.1f}.",
        f"- Lists: the profile `{profile}`.",
        "",
    ]


def _write_table(bars: Sequence[Bar]) -> Iterator[str]:
    yield "| measure | measured | target | |"
    yield "|---|---|---|---|"
    for bar in bars:
        value = (
            "not measured"
            if bar.value is None
            else f"{_format_figure(bar.value)} {bar.unit}".rstrip()
        )
        sign = "at most" if bar.most else "at least"
        mark = {None: "–", True: "reached", False: "**missed**"}[bar.passed]
        title = f"{bar.title} ({bar.note})" if bar.note else bar.title
        yield f"| {title} | {value} | {sign} {bar.bar:,g} | {mark} |"


def _format_figure(value: float) -> str:
    return f"{value:,.0f}" if value >= MANY else f"{value:.3g}"


# ---- speed ----------------------------------------------------------------------------------


def _measure_speed(lexicon: Lexicon, essays: Sequence[Essay], texts: Path | None) -> Iterator[Bar]:
    swell = Pseudonymizer(lexicon, "swell", seed=SEED)
    learners = None if texts is None else _find_gold(texts, LEARNERS)
    rate = (
        _measure_rate(swell, _join_sentences(learners))
        if learners is not None and learners.exists()
        else None
    )
    yield Bar(f"tokens a second, one core: learners' sentences of {LEARNERS}", rate, 200_000, "")
    yield Bar("... compared with the original tool", rate and rate / ORIGINAL, 2_500)
    labels = sum(len(essay.spans) for essay in essays) / sum(essay.words for essay in essays)
    note = f"our own target; {labels:.3f} labels a token, those of the COLING paper have {PAPER_LABELS:.3f}"
    yield Bar("tokens a second, one core: our essays", _measure_rate(swell, [essay.text for essay in essays]),
              DENSE, "", note=note)  # fmt: skip


def _join_sentences(gold: Path) -> list[str]:
    lines = [sentence["text"] for sentence in _read_gold(gold)]
    return ["\n".join(lines[start : start + TOGETHER]) for start in range(0, len(lines), TOGETHER)]


def _measure_rate(pseudonymizer: Pseudonymizer, documents: Sequence[str]) -> float:
    tokens = sum(len(text.split()) for text in documents)
    return tokens / _time_best_round(pseudonymizer, documents)


def _time_best_round(pseudonymizer: Pseudonymizer, documents: Sequence[str]) -> float:
    """Return the seconds of the best round; the first one fills caches."""
    rounds: list[float] = []
    until = time.perf_counter() + SECONDS
    while len(rounds) < 2 or time.perf_counter() < until:
        start = time.perf_counter()
        for text in documents:
            assert pseudonymizer(text).text is not None
        rounds.append(time.perf_counter() - start)
    return min(rounds)


# ---- the command ----------------------------------------------------------------------------


def _measure_command(lexicon: Lexicon, essays: Sequence[Essay]) -> Iterator[Bar]:
    """Measure the command: time for a small text, memory for all essays."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "essays")
        folder.mkdir()
        for essay in essays:
            (folder / f"{essay.id}.txt").write_text(essay.text, "utf-8")
        small = folder / f"{essays[0].id}.txt"
        command = [sys.executable, "-m", "tacknamn", "pseudonymize", "--seed", str(SEED),
                   "--data", str(lexicon.bundle.folder), "--quiet"]  # fmt: skip
        runs = [_run([*command, str(small)]) for _ in range(STARTS + 1)][1:]
        yield Bar("seconds of the command for one essay", statistics.median(runs), 0.3, "s", True)
        _run([*command, "-j", "1", "-o", str(Path(temporary, "out")), str(folder)])
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        yield Bar("memory of the command at its peak", peak, 150, "MB", True, "sixty essays")


def _run(command: Sequence[str]) -> float:
    start = time.perf_counter()
    # Keep bytecode, as users do, even if the environment switches it off.
    environment = {name: value for name, value in os.environ.items() if name not in _NO_BYTECODE}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - start


# ---- the essays -----------------------------------------------------------------------------


def _measure_essays(lexicon: Lexicon, essays: Sequence[Essay]) -> Iterator[Bar]:
    folder = lexicon.bundle.folder
    test_half = [essay for essay in essays if essay.split == "test"]
    for name, chosen, bar in (("", essays, 0.95), (", test half alone", test_half, 0.89)):
        figures = _evaluate(pseudonymizer_of(folder), chosen)
        note = "COLING paper: 0.89" if bar > 0.89 else "target: the figure of the COLING paper"
        yield Bar(f"F2 on the labels of the COLING paper's table 6{name}", figures["exact"]["micro"]["f2"],
                  bar, "", note=note)  # fmt: skip
        scores = figures["exact"]["labels"].values()
        yield Bar(
            f"lowest recall of a label{name}", min(score["recall"] for score in scores), 0.01, ""
        )
        if not name:
            for title in ("kappa", "alpha"):
                yield Bar(title, figures["agreement"][title], 0.86, "", note="COLING paper: 0.86")
    plain = _evaluate(pseudonymizer_of(folder, plain=True), essays)["exact"]["micro"]["f2"]
    yield Bar(
        "F2 with --all-names and --exact",
        plain,
        0.89,
        "",
        note="target: the figure of the COLING paper",
    )


def _evaluate(pseudonymizer: Pseudonymizer, essays: Sequence[Essay]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as temporary:
        gold = gold_file(essays, Path(temporary, "gold.jsonl"))
        predicted = predicted_file(pseudonymizer, essays, Path(temporary, "predicted.jsonl"))
        mapping = {old: new for name in MAPS for old, new in read_mapping(name).items()}
        return evaluation_data(
            evaluate(gold, predicted, EvaluationOptions(mapping=mapping, labels=TABLE_6))
        )


# ---- leaks ----------------------------------------------------------------------------------


def _measure_leaks(lexicon: Lexicon, texts: Path | None) -> Iterator[Bar]:
    """Measure the share of names in news that are not completely hidden, whatever the label. News are
    about others, so all names are asked for."""
    detect = Pseudonymizer(lexicon, "swell", seed=SEED, topic_aware=False).detect
    for (name, label), original in ORIGINAL_LEAKS.items():
        gold = None if texts is None else _find_gold(texts, name)
        title = f"leak rate with --all-names, {label} of {name}"
        note = f"the original tool: {original}"
        if gold is None or not gold.exists():
            yield Bar(title, None, original / 2, "", True, note)
            continue
        with tempfile.TemporaryDirectory() as temporary:
            predicted = Path(temporary, "predicted.jsonl")
            lines = (
                json.dumps(
                    {
                        "id": document["id"],
                        "spans": merge_coarse(detect(document["text"]), document["text"]),
                    }
                )
                for document in _read_gold(gold)
            )
            predicted.write_text("".join(f"{line}\n" for line in lines), "utf-8")
            leak = evaluation_data(evaluate(gold, predicted))["leak"]["labels"][label]["leak_rate"]
        yield Bar(title, leak, original / 2, "", True, note)


def _find_gold(texts: Path, name: str) -> Path:
    return texts / f"{name}.dev.jsonl"


def _read_gold(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
