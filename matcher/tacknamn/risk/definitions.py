"""Define each figure of the report in a sentence or two, for JSON, pages and screens.

The report contains no figure without a definition; a test compares the two.
"""

from types import MappingProxyType

__all__ = ["DEFINITIONS", "define_terms"]

DEFINITIONS = MappingProxyType(
    {
        "entity": "A person, place or other thing of one document: the spans with the same label and "
        "number. However often it is mentioned, its pseudonym was drawn once.",
        "draws": "Entities whose pseudonym was chosen from a pool of two names or more, according to "
        "the file.",
        "placeholders": "Entities with a pool of one, such as email@dot.com or A-skola: nothing was chosen. "
        "They reveal nothing of their originals, and no anonymity set is counted.",
        "unpooled": "Entities without a pool in the file: kept unchanged (occupations, for example), "
        "blurred (ages by two years), or drawn from a pool of unknown size.",
        "anonymity": "Anonymity set of a draw: how many originals of the label's pool this pseudonym could "
        "have replaced. These are all names of the pool except the pseudonym, because no name is "
        "replaced by itself. Originals outside the pool are possible "
        "too but not counted, so this is the minimum for one text. In the keyed and the rotation mode it holds for people "
        "without the key and the vault; anyone with one of them knows the original.",
        "thin_draws": "Draws whose anonymity set is smaller than k.",
        "choice_bits": "Entropy of the choice, in bits: log2 of the pool, averaged over the label's draws. "
        "Each additional bit halves the chance of guessing a pseudonym in advance.",
        "pseudonyms": "Different pseudonyms, in their base forms, among the label's draws.",
        "found_bits": "Empirical entropy, in bits: -sum p log2 p over the share p of the label's draws that "
        "each pseudonym has in these documents. With few draws it is lower than the entropy "
        "of the choice, since n draws show at most log2 n bits. With many draws, a much lower "
        "value means that some pseudonyms are far more frequent than others; where equal "
        "originals get equal pseudonyms (keyed, rotation), the most frequent ones can then be "
        "guessed from the frequencies of real names.",
        "originals": "Different originals that each pseudonym actually stands for, according to the vault "
        "or the originals in the files: the least, the median, and the number of pseudonyms "
        "that stand for only one. Anyone who learns one of these once knows it everywhere.",
        "unchanged": "Draws whose pseudonym is their own original: nothing was replaced.",
        "same_document": "Pseudonyms that are the original of another entity in the same document: readers who "
        "know the persons confuse them.",
        "corpus": "Pseudonyms that are originals in other documents. This is useful as far as it makes "
        "an overlooked name deniable. Each label and pseudonym is listed once, at the first "
        "draw. It is known only with the vault or with originals in the files.",
        "leftovers": "Parts outside the spans that look like names or numbers of a person: matches in the "
        "lists (name; lower_case, if the list has a capital; misspelt, with --fuzzy), digits "
        "(runs of three or more, or five and more in groups), email and url. Each is a "
        "suspicion: famous persons are found too. An empty list proves nothing: names that "
        "are in no list are overlooked.",
        "also_pseudonyms": "Leftovers that are also a pseudonym of their document: an overlooked mention, or a "
        "real person whose name was given to another entity.",
        "combination": "All values of the chosen labels (quasi-identifiers: facts that identify only in "
        "combination) in a document, as they are in the text, in base forms and regardless of "
        "order and number of mentions. A document without any is not counted.",
        "combination_size": "The number of documents read that share a combination. 1 means that it is unique: "
        "anyone who knows it of a person finds that document.",
        "smallest": "The k of k-anonymity: the size of the smallest combination. It counts the documents "
        "read, not the population: what is rare here may be common there. Pseudonyms count "
        "like other words, because with a key or a rotation they stand for the same original "
        "everywhere.",
        "smallest_kept": "The same k for kept and blurred values alone, without values drawn from a pool. Use "
        "it if the draws of each document are independent.",
        "attack": "An attack on invented texts that was right more than five percentage points more often than "
        "a guess without the text. The attacker has published texts, this program and its lists. All attacks "
        "are in docs/privacy.md; `make privacy` in the source repeats them.",
        "attack_mode": "none: without seed and key; seed: a small seed, as a person chooses; key: one key for "
        "all texts; writer: the same with --writer. The figure is that of the most successful attack in "
        "these profiles and modes.",
        "attack_rule": "The rule of the guidelines that makes the attack possible (docs/guidelines.md), for "
        "example the two years by which an age moves; mode means the choice of a seed or a key.",
        "plain": "Plain texts do not say what was replaced. Only leftovers can be reported for them, "
        "and pseudonyms count as leftovers because they look like names.",
    }
)


def define_terms(*names: str) -> tuple[tuple[str, str], ...]:
    """Return terms, in readable form, with their definitions."""
    return tuple((name.replace("_", " "), DEFINITIONS[name]) for name in names)
