/* Fold one block of a text and split it into words, for one width of characters.
 *
 * This file is included three times, with CHAR, FOLD_RUN and FOLD_BLOCK defined. Runs of common
 * characters are folded RUN at a time; rare characters and repeated blanks are folded one by one.
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
        uint32_t run = 0;
        if (!is_rare(characters[i])) {
            const uint32_t left = length - i < RUN ? (uint32_t)(length - i) : RUN;
            const CHAR *run_at = characters + i;
            CHAR rest[RUN];
            if (left < RUN) { /* reading past the end of the text is not allowed */
                memset(rest, 0, sizeof rest);
                run_at = memcpy(rest, run_at, left * sizeof *rest);
            }
            Kinds kinds = {0, 0, 0};
            FOLD_RUN(run_at, b->bytes + b->size, &kinds);
            run = append_run(b, &kinds, left, i);
        }
        i += run;
        if (run < RUN && i < length && (i = fold_slowly(b, text, i)) < 0)
            return -1;
    }
    block_close(b, text, i);
    return 0;
}

#undef CHAR
#undef FOLD_RUN
#undef FOLD_BLOCK
