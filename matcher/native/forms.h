/* The form that a slot of the table stands for, and whether the text really has it. */

#ifndef TACKNAMN_FORMS_H
#define TACKNAMN_FORMS_H

#include "fold_text.h"
#include "table.h"

#define NONE UINT32_MAX

typedef struct {
    const uint8_t *bytes;
    uint32_t size;
    uint64_t readable; /* bytes from its first one to the end of all forms */
    uint32_t row;     /* the form's row, or that of an inflected form's base */
    uint32_t affixes;
} Form;

static int text_of(const Column *offsets, const Column *text, uint32_t row, Form *form)
{
    const uint32_t *offset = offsets->data;
    const uint32_t begin = offset[row], end = offset[row + 1];
    if (begin > end || end > text->items)
        return 0;
    form->bytes = (const uint8_t *)text->data + begin;
    form->size = end - begin;
    form->readable = text->items - begin;
    return 1;
}

/* Read the form that a slot's value stands for; returns 0 if the table is not valid. */
static int form_of(const Table *t, uint32_t value, Form *form)
{
    uint32_t row = (value & ~CONTINUES) - 1;
    if (row < t->forms) {
        form->row = row;
        form->affixes = 0;
        return text_of(&t->form_offset, &t->form_text, row, form);
    }
    row -= t->forms;
    if (row >= t->inflections)
        return 0;
    form->row = ((const uint32_t *)t->inflection_base.data)[row];
    form->affixes = ((const uint8_t *)t->inflection_affixes.data)[row] & 7;
    return form->row < t->forms &&
           text_of(&t->inflection_offset, &t->inflection_text, row, form);
}

static uint32_t labels_of(const Table *t, uint32_t row)
{
    return ((const uint32_t *)t->form_labels.data)[row];
}

static int is_common(const Table *t, uint32_t row)
{
    return ((const uint8_t *)t->form_common.data)[row];
}

static uint32_t weight_of(const Table *t, uint32_t row)
{
    return ((const uint8_t *)t->form_weight.data)[row];
}

/* Read the UTF-8 character at `*at` and move on; returns NONE if the bytes are not valid. */
static uint32_t next_character(const Form *form, uint32_t *at)
{
    const uint8_t *bytes = form->bytes + *at;
    const uint32_t left = form->size - *at, c = bytes[0];
    const uint32_t size = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    if (left < size || (c >= 0x80 && c < 0xC0))
        return NONE;
    uint32_t character = size == 1 ? c : c & (0x7Fu >> size);
    for (uint32_t k = 1; k < size; k++)
        character = character << 6 | (bytes[k] & 63u);
    *at += size;
    return character > 0x10FFFF ? NONE : character;
}

#define NOT_ASCII 0x8080808080808080u

/* A number of bytes from `at` on that are ASCII and equal to those at `bytes`. Compares eight bytes
   at a time where that many may be read, so it may return less than the true number. */
static uint32_t same_ascii(const Form *form, uint32_t at, const uint8_t *bytes, uint32_t left)
{
    uint32_t same = 0;
    for (; at + same < form->size && form->readable - at - same >= 8 && left - same >= 8;) {
        const uint32_t size = form->size - at - same < 8 ? form->size - at - same : 8;
        uint64_t one, other;
        memcpy(&one, form->bytes + at + same, 8);
        memcpy(&other, bytes + same, 8);
        if (((one ^ other) | (one & NOT_ASCII)) & ~(uint64_t)0 >> (64 - 8 * size))
            break;
        same += size;
    }
    return same;
}

/* Whether the form from `at` on is at `bytes`, of which there are `left`; sets how many bytes of the
   block that is. */
static int spells(const Form *form, uint32_t at, const uint8_t *bytes, uint32_t left,
                  uint32_t *size)
{
    uint8_t letter[OTHERS];
    *size = same_ascii(form, at, bytes, left);
    at += *size;
    while (at < form->size) {
        const uint32_t c = form->bytes[at] < 0x80 ? form->bytes[at++] : next_character(form, &at);
        if (c == NONE)
            return 0;
        const uint32_t length = write_letter(letter, c);
        if (length > left - *size || bytes[*size] != letter[0] ||
            (length > 1 && memcmp(bytes + *size, letter, length) != 0))
            return 0;
        *size += length;
    }
    return 1;
}

/* The bytes of UTF-8 before the first word of a form (most begin with a word), and how many bytes
   of a block they are. */
static uint32_t lead_of(const Form *form, uint32_t *in_block)
{
    uint8_t letter[OTHERS];
    uint32_t at = 0, before = 0;
    *in_block = 0;
    while (at < form->size) {
        const uint32_t c = next_character(form, &at);
        if (c == NONE || folded_class(c) == WORD)
            break;
        *in_block += write_letter(letter, c);
        before = at;
    }
    return before;
}

/* Whether a byte of UTF-8 is a letter or digit of folded ASCII. */
static int is_plain(uint8_t byte)
{
    return (uint8_t)(byte - 'a') < 26 || (uint8_t)(byte - '0') < 10;
}

/* Whether the block has `form`, with its words at begin..end. Moves begin and end to where the form
   begins and ends, with the characters around its words. */
static inline int is_in_block(const Block *b, const Form *form, uint32_t *begin, uint32_t *end)
{
    uint32_t lead = 0, size;
    if (form->size && !is_plain(form->bytes[0]))
        lead_of(form, &lead);
    if (lead > *begin ||
        !spells(form, 0, b->bytes + *begin - lead, b->size - *begin + lead, &size) ||
        size < lead + *end - *begin)
        return 0;
    *begin -= lead;
    *end = *begin + size;
    return 1;
}

#endif
