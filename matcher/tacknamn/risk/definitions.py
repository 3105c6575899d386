"""Say in a sentence or two what each figure of the report means: in JSON, on the page, on screens.

A figure that is not defined here is not in the report; a test holds the two together.
"""

from types import MappingProxyType

__all__ = ["DEFINITIONS", "define_terms"]

DEFINITIONS = MappingProxyType(
    {
        "entity": "A person, place or thing of one document: the spans that share label and "
        "number. However often it is mentioned, its pseudonym was drawn once.",
        "draws": "Entities whose pseudonym was chosen from a pool of two names or more, as the "
        "file tells.",
        "placeholders": "Entities with a pool of one, such as email@dot.com or A-skola: nothing was "
        "chosen. They say nothing of their originals, and no anonymity set is counted.",
        "untold": "Entities without a pool in the file: kept as they were (occupations, say), "
        "blurred (ages by two years), or drawn without telling from how many.",
        "anonymity": "Anonymity set of a draw: how many originals of the label's pool could have "
        "been replaced by this pseudonym, that is all names of the pool but the pseudonym, "
        "since no name is replaced by itself. Originals outside the pool could have been, too, "
        "and are not counted: it is the least there can be. In the keyed and the rotation mode "
        "it holds for whoever has neither the key nor the vault; who has one of them knows the "
        "original.",
        "thin_draws": "Draws whose anonymity set is smaller than k.",
        "choice_bits": "Entropy of the choice, in bits: log2 of the pool, the mean over the "
        "label's draws. One bit more halves the chance to guess a pseudonym beforehand.",
        "pseudonyms": "Different pseudonyms, in their base forms, among the label's draws.",
        "found_bits": "Empirical entropy, in bits: -sum p log2 p over the shares p of the label's "
        "draws that each pseudonym has in these documents. Of few draws it is less than the "
        "entropy of the choice, since n draws show log2 n bits at most. Of many draws, much less "
        "means that some pseudonyms are far more frequent than others; where equal originals "
        "get equal pseudonyms (keyed, rotation), the most frequent ones can then be guessed "
        "by the frequencies of real names.",
        "originals": "Different originals that each pseudonym in fact stands for, by the vault "
        "or by the originals in the files: the least, the median, and the number of pseudonyms "
        "that stand for one only. Whoever learns one of these once knows it everywhere.",
        "unchanged": "Draws whose pseudonym is their own original: nothing was replaced.",
        "same_document": "Pseudonyms that are the original of somebody else in the same "
        "document: readers who know the persons take one for the other.",
        "corpus": "Pseudonyms that are originals in other documents. That is wanted as far as it "
        "makes a name that was overlooked deniable; told once for each label and pseudonym, at "
        "the first draw. It can be told only with the vault, or originals in the files.",
        "leftovers": "Parts outside the spans that look like names or numbers of a person: hits of "
        "the matcher (name; lower_case, where the list has capitals; misspelt, with --fuzzy), "
        "digits (runs of three or more, or five and more in groups), email and url. "
        "Each is a suspicion: a famous person is found, too. And none found does not prove that "
        "none is there: names that no list has are overlooked.",
        "also_pseudonyms": "Leftovers that are a pseudonym of their document as well: a mention that was "
        "overlooked, or a real person whose name somebody else was given.",
        "combination": "All that a document tells of the chosen labels (quasi-identifiers: what "
        "identifies nobody by itself), as it stands in the text, in base forms and without "
        "regard to order and number of mentions. A document that tells none is not counted.",
        "combination_size": "The number of documents read that share a combination. 1 means that "
        "it occurs once: whoever knows it of somebody finds that one document.",
        "smallest": "The k of k-anonymity: the size of the smallest combination. It counts the "
        "documents read, not the people outside: what is rare here may be common there. "
        "Pseudonyms count like other words, because with a key or a rotation they stand for the "
        "same original everywhere.",
        "smallest_kept": "The same k for what was kept or blurred alone: values that were drawn "
        "from a pool are left out. It is the one to look at where every document has draws of "
        "its own.",
        "plain": "Plain texts do not tell what was replaced. Of them only leftovers can be told, "
        "and pseudonyms are counted among these, for they look like names.",
    }
)


def define_terms(*names: str) -> tuple[tuple[str, str], ...]:
    """Terms, as people read them, with their meanings."""
    return tuple((name.replace("_", " "), DEFINITIONS[name]) for name in names)
