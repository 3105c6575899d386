/* Common words: entries that are ordinary words count only if the text shows that they are names. */

#ifndef TACKNAMN_COMMON_H
#define TACKNAMN_COMMON_H

#include "forms.h"
#include "scan_state.h"

#define FIRST_NAMES 7u   /* bits of firstname_female, firstname_male, firstname_unknown */
#define SURNAME 8u

static uint32_t character_entry(const Scan *s, Py_ssize_t i)
{
    return fold_entry(character_at(s->text, i));
}

/* Whether the word begins with a capital and is not all in capitals. */
static int capitalised(Scan *s, uint32_t word)
{
    Block *b = &s->block;
    const uint32_t start = unit_start(b, WORD_START(b, word));
    const uint32_t end = unit_end(b, WORD_END(b, word) - 1);
    if (!IS_UPPER(character_entry(s, start)))
        return 0;
    int letters = 0;
    for (uint32_t i = start + 1; i < end; i++) {
        const uint32_t entry = character_entry(s, i);
        if (ENTRY_CLASS(entry) == WORD && !IS_UPPER(entry))
            return 1;
        letters += ENTRY_CLASS(entry) == WORD;
    }
    return letters == 0;
}

/* Whether the capital means nothing because a sentence or a line begins here. */
static int begins_sentence(Scan *s, uint32_t word)
{
    for (Py_ssize_t i = (Py_ssize_t)unit_start(&s->block, WORD_START(&s->block, word)) - 1; i >= 0; i--) {
        const uint32_t entry = character_entry(s, i), kind = ENTRY_CLASS(entry);
        if (IS_STOP(entry))
            return 1;
        if (kind == WORD || kind == MULTI || kind == HARD)
            return 0;
    }
    return 1;
}

/* Whether there is a single blank and no line break between a word and the next one. */
static int in_a_row(Scan *s, uint32_t word)
{
    Block *b = &s->block;
    const uint32_t end = WORD_END(b, word);
    if (word + 1 >= WORDS(b) || WORD_START(b, word + 1) != end + 1 || b->bytes[end] != ' ')
        return 0;
    const Py_ssize_t next = unit_start(b, end + 1);
    for (Py_ssize_t i = unit_end(b, end - 1); i < next; i++)
        if (IS_STOP(character_entry(s, i)))
            return 0;
    return 1;
}

/* The labels of the form that is exactly this word; 0 if it is a common word. */
static uint32_t labels_of_word(const Scan *s, uint32_t word)
{
    const Table *t = s->table;
    const Block *b = &s->block;
    const uint32_t begin = WORD_START(b, word), end = WORD_END(b, word);
    Slots slots = slots_of(t, mix(hash_bytes(b->bytes + begin, end - begin)));
    uint32_t value, size;
    Form form;
    while ((value = next_slot(&slots)))
        if ((value & ~CONTINUES) && form_of(t, value, &form) && !form.affixes &&
            spells(&form, 0, b->bytes + begin, end - begin, &size) && size == end - begin)
            return is_common(t, form.row) ? 0 : labels_of(t, form.row);
    return 0;
}

/* Whether a common word is a name here (the rules are in tacknamn/matching/semantics.py). */
static int common_word_counts(Scan *s, uint32_t word, uint32_t row)
{
    const int next = in_a_row(s, word);
    if (capitalised(s, word) &&
        (!begins_sentence(s, word) || (next && capitalised(s, word + 1))))
        return 1;
    const uint32_t labels = labels_of(s->table, row);
    if ((labels & FIRST_NAMES) && next && labels_of_word(s, word + 1) & SURNAME)
        return 1;
    return (labels & SURNAME) && word > 0 && in_a_row(s, word - 1) &&
           labels_of_word(s, word - 1) & FIRST_NAMES;
}

#endif
