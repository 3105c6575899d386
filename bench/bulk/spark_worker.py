"""Run one way to process a Parquet file on Spark, and print its figures: a worker of the benchmark.

::

    python -m bench.bulk.spark_worker idle|presidio|swedish|english FOLDER

FOLDER is that of the bundle, or of the spaCy pipeline. Each way has its own session, so that its Python
workers load nothing else. Each line of standard input names a folder of Parquet files with the
column ``text``; the answer is a line of JSON with seconds, and the memory of a Python worker.
"""

import json
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bench.bulk.python_workers import watch_workers
from pyspark.sql import DataFrame, SparkSession

__all__ = ["main", "open_session"]

CORES = 2
PARTITIONS = 8
"""More than cores, so that the last ones end at about the same time."""
SETTINGS = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.log.level": "OFF",
    "spark.sql.files.minPartitionNum": str(PARTITIONS),
    "spark.sql.files.openCostInBytes": "0",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}

Process = Callable[[DataFrame], DataFrame]


def main() -> None:
    """Process each file that standard input names."""
    way, folder = sys.argv[1:]
    warnings.simplefilter("ignore")  # pyspark warns of a pandas that is newer than itself
    session = open_session(f"local[{CORES}]")
    process = WAYS[way](session, folder)
    for line in sys.stdin:
        frame = session.read.parquet(line.strip())
        with watch_workers() as use:
            began = time.perf_counter()
            process(frame).write.format("noop").mode("overwrite").save()
            seconds = time.perf_counter() - began
        figures = {"seconds": seconds, "processor": use.seconds, "megabytes": use.megabytes}
        print(json.dumps(figures), flush=True)


def open_session(master: str) -> SparkSession:
    """Open a session that listens on loopback only."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder: Any = SparkSession.builder
    builder = builder.master(master).appName("bench")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    session: SparkSession = builder.getOrCreate()
    return session


def _prepare_idle(session: SparkSession, folder: str) -> Process:
    """Do nothing: the time and memory of Spark and Arrow alone."""

    def pass_on(batches: Iterator[Any]) -> Iterator[Any]:
        yield from batches

    return lambda frame: frame.mapInArrow(pass_on, frame.schema)


def _prepare_presidio(session: SparkSession, folder: str) -> Process:
    """Presidio's own sample for Spark: both engines are broadcast, and a pandas UDF calls them."""
    import pandas
    from presidio_anonymizer import AnonymizerEngine
    from presidio_anonymizer.entities import OperatorConfig
    from pyspark.sql.functions import col, pandas_udf

    context = session.sparkContext
    analyzer = context.broadcast(_open_analyzer(folder))
    anonymizer = context.broadcast(AnonymizerEngine())
    operators = {"DEFAULT": OperatorConfig("replace", {"new_value": "<ANONYMIZED>"})}

    def anonymize_text(text: str) -> str:
        found = analyzer.value.analyze(text=text, language="en")
        done = anonymizer.value.anonymize(text=text, analyzer_results=found, operators=operators)
        return str(done.text)

    def anonymize_series(texts: pandas.Series) -> pandas.Series:
        return texts.apply(anonymize_text)

    anonymize = pandas_udf(anonymize_series, "string")
    return lambda frame: frame.withColumn("text", anonymize(col("text")))


def _open_analyzer(model: str) -> Any:
    """Open Presidio's analyzer with its predefined recognizers and a spaCy pipeline in a folder."""
    import spacy
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    engine = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": "own"}])
    engine.nlp = {"en": spacy.load(model)}  # by its name, Presidio would download it
    registry = RecognizerRegistry(supported_languages=["en"])
    registry.load_predefined_recognizers(languages=["en"], nlp_engine=engine)
    return AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=["en"])


def _prepare_swedish(session: SparkSession, folder: str) -> Process:
    return _prepare_tacknamn(folder, "sv")


def _prepare_english(session: SparkSession, folder: str) -> Process:
    return _prepare_tacknamn(folder, "en")


def _prepare_tacknamn(folder: str, language: str) -> Process:
    """Täcknamn with a key, which the benchmark puts into the environment.

    Only the texts are replaced, as by Presidio's sample and by ``many``."""
    from tacknamn import EnvironmentKey
    from tacknamn.spark import pseudonymize

    return lambda frame: pseudonymize(
        frame,
        "text",
        lexicon=folder,
        key=EnvironmentKey(),
        language=language,
        check=False,
    )


WAYS: Mapping[str, Callable[[SparkSession, str], Process]] = {
    "english": _prepare_english,
    "idle": _prepare_idle,
    "presidio": _prepare_presidio,
    "swedish": _prepare_swedish,
}

if __name__ == "__main__":
    main()
