/* Fold one block of a text and cut it into words, for one width of characters.
 *
 * Included three times, with CHAR and FOLD_BLOCK defined. The folded text is UTF-8 with runs
 * of blanks made one; `map` says for each of its bytes which character of the text it came
 * from. The common characters take one table look-up and no branch that depends on the text.
 */

static int FOLD_BLOCK(Block *b, const Text *text, Py_ssize_t from)
{
    const CHAR *characters = (const CHAR *)text->data;
    const Py_ssize_t length = text->length;
    Py_ssize_t i = from;

    block_clear(b, from);
    while (i < length) {
        if (b->size + ROOM > b->capacity) {
            if (block_has_progress(b))
                break;
            block_forget_long_word(b);
        }
        /* A stretch of characters for which there is certainly room. */
        Py_ssize_t stretch = (b->capacity - b->size - ROOM) / 2 + 1;
        const Py_ssize_t stop = stretch < length - i ? i + stretch : length;
        uint8_t *bytes = b->bytes;
        uint32_t *map = b->map, *starts = b->starts, *ends = b->ends;
        uint32_t size = b->size, in_word = b->in_word, blank = b->blank;
        uint32_t nstarts = b->nstarts, nends = b->nends;
        uint32_t entry = 0;
        for (; i < stop; i++) {
            const CHAR c = characters[i];
#if defined(WIDE)
            if (c > 0xFF) {
                entry = SLOW;
                break;
            }
#endif
            entry = COMMON[c];
            if (entry & SLOW)
                break;
            const uint32_t word = (entry >> 18) & 1, space = (entry >> 19) & 1;
            const uint16_t two = (uint16_t)entry;
            const uint64_t place = (uint64_t)(uint32_t)i | (uint64_t)(uint32_t)i << 32;
            memcpy(bytes + size, &two, 2);
            memcpy(map + size, &place, 8);
            starts[nstarts] = size;
            nstarts += word & ~in_word;
            ends[nends] = size;
            nends += in_word & ~word;
            size += ((entry >> 16) & 3) & ((space & blank) - 1);
            in_word = word;
            blank = space;
            entry = 0;
        }
        b->size = size;
        b->in_word = in_word;
        b->blank = blank;
        b->nstarts = nstarts;
        b->nends = nends;
        if (entry & SLOW) {
            i = fold_slowly(b, text, i);
            if (i < 0)
                return -1;
        }
    }
    block_close(b, text, i);
    return 0;
}
