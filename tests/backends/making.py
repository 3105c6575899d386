"""Make the tiny models, each by the means of its own package, in seconds."""

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.backends.sentences import Sentence, sentences

__all__ = [
    "flair_model",
    "nltk_data",
    "roberta_model",
    "spacy_pipeline",
    "stanza_folder",
    "transformers_model",
]


def spacy_pipeline(folder: Path) -> Path:
    """A blank English pipeline with an entity recognizer."""
    import spacy
    from spacy.training import Example
    from spacy.util import fix_random_seed, minibatch

    fix_random_seed(7)
    pipeline = spacy.blank("en")
    pipeline.add_pipe("ner")
    examples = []
    for one in sentences():
        entities = [(start, end, label) for start, end, label in one.spans]
        examples.append(Example.from_dict(pipeline.make_doc(one.text), {"entities": entities}))
    pipeline.initialize(lambda: examples)
    for _ in range(6):
        for batch in minibatch(examples, 24):
            pipeline.update(batch)
    pipeline.to_disk(folder)
    return folder


def nltk_data(folder: Path) -> Path:
    """NLTK's own kinds of data: sentences, tags, chunks and words."""
    import nltk

    folder.mkdir()
    nltk.data.path.insert(0, str(folder))
    try:
        _punkt(folder / "tokenizers/punkt_tab/english")
        _tagger(folder / "taggers/averaged_perceptron_tagger_eng")
        _words(folder / "corpora/words")
        _chunker(folder / "chunkers/maxent_ne_chunker_tab/english_ace_multiclass")
    finally:
        nltk.data.path.remove(str(folder))
    return folder


def _punkt(folder: Path) -> None:
    from nltk.tokenize.punkt import PunktTrainer, save_punkt_params

    folder.mkdir(parents=True)
    text = " ".join(one.text for one in sentences())
    save_punkt_params(PunktTrainer(text).get_params(), dir=str(folder))


def _tagged(one: Sentence) -> list[tuple[str, str]]:
    """Quotation marks are as NLTK's tokenizer makes them."""
    return [
        ("``" if token == '"' else token, "NNP" if label != "O" else "." if token == "." else "NN")
        for token, label in zip(one.tokens, one.labels, strict=True)
    ]


def _tagger(folder: Path) -> None:
    from nltk.tag import PerceptronTagger

    folder.mkdir(parents=True)
    random.seed(7)
    tagger = PerceptronTagger(load=False)
    tagger.train([_tagged(one) for one in sentences()])
    tagger.save_to_json(lang="eng", loc=str(folder))


def _words(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in ("en", "en-basic"):
        (folder / name).write_text("house\nold\nquiet\n", encoding="utf-8")
    (folder / "README").write_text("A few words.\n", encoding="utf-8")


def _chunker(folder: Path) -> None:
    from nltk.chunk.named_entity import NEChunkParser
    from nltk.classify.maxent import save_maxent_params
    from nltk.tree import Tree

    def tree(one: Sentence) -> Any:
        root = Tree("S", [])
        for word, label in zip(_tagged(one), one.labels, strict=True):
            if label.startswith("I-"):
                root[-1].append(word)
            else:
                names = {"PER": "PERSON", "LOC": "GPE"}
                root.append(word if label == "O" else Tree(names[label[2:]], [word]))
        return root

    folder.mkdir(parents=True)
    classifier = NEChunkParser([tree(one) for one in sentences(40)])._tagger._classifier
    encoding = classifier._encoding
    save_maxent_params(
        classifier._weights,
        encoding._mapping,
        encoding._labels,
        encoding._alwayson or {},  # it has none, and is written as such
        tab_dir=str(folder),
    )


def flair_model(folder: Path) -> Path:
    """A sequence tagger on vectors of the words that it is trained on."""
    import flair
    import torch
    from flair.data import Dictionary
    from flair.data import Sentence as FlairSentence
    from flair.embeddings import OneHotEmbeddings
    from flair.models import SequenceTagger

    flair.set_seed(7)
    words = Dictionary(add_unk=True)
    for word in sorted({token for one in sentences() for token in one.tokens}):
        words.add_item(word)
    labels = Dictionary(add_unk=False)
    labels.span_labels = True
    for label in ("PER", "LOC"):
        labels.add_item(label)
    tagger = SequenceTagger(
        embeddings=OneHotEmbeddings(words, embedding_length=32),
        tag_dictionary=labels,
        tag_type="ner",
        hidden_size=32,
        use_crf=False,
        dropout=0.0,
        word_dropout=0.0,
        locked_dropout=0.0,
    )
    examples = []
    for one in sentences():
        example = FlairSentence(one.tokens)
        for start, end, label in _token_spans(one):
            example[start:end].add_label("ner", label)
        examples.append(example)
    optimizer = torch.optim.Adam(tagger.parameters(), lr=0.01)
    tagger.train()
    for start in itertools.islice(itertools.cycle(range(0, len(examples), 30)), 60):
        batch = examples[start : start + 30]
        for example in batch:
            example.clear_embeddings()  # those of the round before
        optimizer.zero_grad()
        loss, _ = tagger.forward_loss(batch)
        loss.backward()
        optimizer.step()
    folder.mkdir()
    tagger.save(folder / "best-model.pt")
    return folder / "best-model.pt"


def _token_spans(one: Sentence) -> Iterator[tuple[int, int, str]]:
    start = 0
    for number, label in enumerate([*one.labels, "O"]):
        before = one.labels[number - 1] if number else "O"
        if not label.startswith("I-"):
            if before != "O":
                yield start, number, before[2:]
            start = number


def transformers_model(folder: Path) -> Path:
    """A BERT of two layers with a vocabulary of its own, and windows of 64 tokens."""
    import transformers

    folder.mkdir()
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join(_vocabulary()) + "\n", encoding="utf-8")
    tokenizer = transformers.BertTokenizerFast(
        str(vocabulary), do_lower_case=False, strip_accents=False
    )
    config = transformers.BertConfig(len(tokenizer), max_position_embeddings=64, **_SIZES)
    _train(transformers.BertForTokenClassification(config), tokenizer, folder)
    return folder


def roberta_model(folder: Path) -> Path:
    """The same as a RoBERTa, whose tokens are bytes, and whose positions begin at 2."""
    import transformers
    from tokenizers import ByteLevelBPETokenizer

    folder.mkdir()
    bytes_of = ByteLevelBPETokenizer()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    bytes_of.train_from_iterator([one.text for one in sentences()], 500, 2, False, special)
    bytes_of.save_model(str(folder))
    tokenizer = transformers.RobertaTokenizerFast.from_pretrained(folder, add_prefix_space=True)
    config = transformers.RobertaConfig(len(tokenizer), max_position_embeddings=66, **_SIZES)
    _train(transformers.RobertaForTokenClassification(config), tokenizer, folder)
    return folder


_LABELS = ("O", "B-PER", "I-PER", "B-LOC")
_SIZES: dict[str, Any] = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "hidden_dropout_prob": 0.0,
    "attention_probs_dropout_prob": 0.0,
    "id2label": dict(enumerate(_LABELS)),
    "label2id": {label: number for number, label in enumerate(_LABELS)},
}


def _train(model: Any, tokenizer: Any, folder: Path) -> None:
    """Train a model for token classification, and save it."""
    import torch

    torch.manual_seed(7)
    model.apply(model._init_weights)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.003)
    data = sentences()
    for start in itertools.islice(itertools.cycle(range(0, len(data), 30)), 150):
        batch = data[start : start + 30]
        encoded = tokenizer(
            [one.tokens for one in batch],
            is_split_into_words=True,
            padding=True,
            return_tensors="pt",
        )
        gold = torch.full(encoded["input_ids"].shape, -100)
        for row, one in enumerate(batch):
            for column, word in enumerate(encoded.word_ids(row)):
                if word is not None:
                    gold[row, column] = _LABELS.index(one.labels[word])
        optimizer.zero_grad()
        model(**encoded, labels=gold).loss.backward()
        optimizer.step()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _vocabulary() -> list[str]:
    words = {token for one in sentences() for token in one.tokens}
    letters = {letter for word in words for letter in word}
    return [
        *("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"),
        *sorted(words | letters),
        *sorted(f"##{letter}" for letter in letters),
    ]


def stanza_folder(folder: Path) -> Path:
    """A tokenizer and a recognizer, and the list of resources that names them."""
    for kind in ("tokenize", "ner"):
        (folder / "en" / kind).mkdir(parents=True)
    _stanza_tokenizer(folder)
    _stanza_ner(folder)
    models: dict[str, Any] = {kind: {"tiny": {}} for kind in ("tokenize", "ner")}
    models["packages"] = {"default": {"tokenize": "tiny", "ner": "tiny"}}
    models["default_processors"] = {"tokenize": "tiny", "ner": "tiny"}
    (folder / "resources.json").write_text(json.dumps({"en": models}), encoding="utf-8")
    return folder


def _stanza_tokenizer(folder: Path) -> None:
    from stanza.models import tokenizer

    text, labels, gold = folder / "text", folder / "labels", folder / "gold.conllu"
    text.write_text(" ".join(one.text for one in sentences()), encoding="utf-8")
    labels.write_text("0".join(_letters(one) for one in sentences()), encoding="utf-8")
    gold.write_text("\n".join(map(_conllu, sentences())) + "\n", encoding="utf-8")
    words = folder / "words.json"
    words.write_text("[]", encoding="utf-8")
    files = ["--txt_file", text, "--label_file", labels, "--conll_file", folder / "out.conllu"]
    files += ["--mwt_json_file", words]
    files += ["--dev_txt_file", text, "--dev_label_file", labels, "--dev_conll_gold", gold]
    sizes = ["--steps", 400, "--eval_steps", 200, "--hidden_dim", 32, "--emb_dim", 16]
    place = ["--save_dir", folder / "en/tokenize", "--save_name", "tiny.pt"]
    names = ["--lang", "en", "--shorthand", "en_tiny", "--no_use_mwt", "--max_seqlen", 100]
    tokenizer.main([str(one) for one in [*files, *sizes, *place, *names, "--cpu"]])


def _letters(one: Sentence) -> str:
    """What each character of a sentence ends: nothing, a token, or the sentence."""
    ends = {len(" ".join(one.tokens[: number + 1])) - 1 for number in range(len(one.tokens) - 1)}
    marks = ["1" if place in ends else "0" for place in range(len(one.text))]
    return "".join([*marks[:-1], "2"])


def _conllu(one: Sentence) -> str:
    rows = [
        f"{number}\t{token}\t_\tX\t_\t_\t{number - 1}\t{'dep' if number > 1 else 'root'}\t_\t"
        f"{'SpaceAfter=No' if number == len(one.tokens) - 1 else '_'}"
        for number, token in enumerate(one.tokens, 1)
    ]
    return "\n".join([f"# text = {one.text}", *rows, ""])


def _stanza_ner(folder: Path) -> None:
    from stanza.models import ner_tagger

    data = folder / "ner.json"
    rows = [
        [{"text": token, "ner": label} for token, label in zip(one.tokens, one.labels, strict=True)]
        for one in sentences()
    ]
    data.write_text(json.dumps(rows), encoding="utf-8")
    files = ["--train_file", data, "--eval_file", data]
    place = ["--save_dir", folder / "en/ner", "--save_name", "tiny.pt", "--shorthand", "en_tiny"]
    sizes = ["--hidden_dim", 32, "--char_hidden_dim", 32, "--char_emb_dim", 16]
    sizes += ["--word_emb_dim", 16, "--max_steps", 150, "--eval_interval", 50]
    how = ["--no_pretrain", "--scheme", "bioes", "--optim", "adam", "--lr", 0.01, "--cpu"]
    ner_tagger.main([str(one) for one in [*files, *place, *sizes, *how]])
