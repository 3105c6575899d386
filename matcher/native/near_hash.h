/* The numbers of the index of near forms and the hash of its strings: what its search and its writer
 * must agree on (tacknamn/lexicon/near_table.py). */

#ifndef TACKNAMN_NEAR_HASH_H
#define TACKNAMN_NEAR_HASH_H

#include <stdint.h>

#define PREFIX 7
#define MOST_EDITS 2
#define FORM_BITS 20
#define MOST_FORMS (1u << FORM_BITS)
#define LEVEL (1u << FORM_BITS) /* set if two letters were deleted */
#define PRINT_SHIFT (FORM_BITS + 1)
#define SPREAD 0x9E3779B1u

static uint32_t CHECKSUMS[4][256];

/* The tables of zlib's crc32, for four bytes at once. */
static void make_checksums(void)
{
    for (uint32_t k = 0; k < 256; k++) {
        uint32_t sum = k;
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1) * 0xEDB88320u;
        CHECKSUMS[0][k] = sum;
    }
    for (int table = 1; table < 4; table++)
        for (uint32_t k = 0; k < 256; k++) {
            const uint32_t sum = CHECKSUMS[table - 1][k];
            CHECKSUMS[table][k] = sum >> 8 ^ CHECKSUMS[0][sum & 255];
        }
}

static inline uint32_t checksum(uint32_t sum, uint32_t letter)
{
    sum ^= letter;
    return CHECKSUMS[3][sum & 255] ^ CHECKSUMS[2][sum >> 8 & 255] ^
           CHECKSUMS[1][sum >> 16 & 255] ^ CHECKSUMS[0][sum >> 24];
}

#endif
