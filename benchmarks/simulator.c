/* Random games of classic for four players, by hand in C: the yardstick of the compiled simulator.
   The same cards as places of two words, the same shuffle, the same choice; rules for this one game only.
   Prints games per second of processor time. Usage: simulator GAMES */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SEATS = 4, HAND = 15, CARDS = 80 };

static uint64_t dice;

static inline int below(int limit) {
    uint64_t shown = (uint32_t)(dice ^ dice >> 32);
    dice = 2147483085u * (dice & 0xFFFFFFFF) + (dice >> 32);
    return (int)(shown * (uint64_t)limit >> 32);
}

static const uint64_t ROWS = 0x001FFFFE001FFFFE, ELEVENS = 0x0000080000000800;

static uint64_t hands[SEATS][2], table[2], fits[2];
static int deck[CARDS], stock[CARDS];

static inline void lay(int card) {
    int word = card >> 6;
    uint64_t bit = 1ull << (card & 63);
    if (!(table[0] | table[1])) fits[0] = fits[1] = ELEVENS;
    table[word] |= bit;
    fits[word] = (fits[word] | ((bit << 1 | bit >> 1) & ROWS)) & ~table[word];
}

static int opener(void) {
    for (int word = 0; word < 2; word++) {
        uint64_t held = 0;
        for (int seat = 0; seat < SEATS; seat++) held |= hands[seat][word];
        held &= ELEVENS;
        if (held) {
            fits[word] = held & -held;
            fits[1 - word] = 0;
            for (int seat = 0; seat < SEATS; seat++)
                if (hands[seat][word] & fits[word]) return seat;
        }
    }
    return -1;
}

static int deal(void) {
    int seat;
    do {
        for (int place = 0; place < CARDS; place++) {
            int other = below(place + 1);
            stock[place] = stock[other];
            stock[other] = deck[place];
        }
        for (seat = 0; seat < SEATS; seat++) {
            hands[seat][0] = hands[seat][1] = 0;
            for (int place = seat * HAND; place < (seat + 1) * HAND; place++)
                hands[seat][stock[place] >> 6] |= 1ull << (stock[place] & 63);
        }
        table[0] = table[1] = 0;
        seat = opener();
    } while (seat < 0);
    return seat;
}

static int nth(uint64_t word, int number) {
    while (number--) word &= word - 1;
    return __builtin_ctzll(word);
}

static int winner(long *moves) {
    int seat = deal(), top = SEATS * HAND, laid = 0;
    for (;;) {
        uint64_t first = hands[seat][0] & fits[0], second = hands[seat][1] & fits[1];
        int here = __builtin_popcountll(first), cards = here + __builtin_popcountll(second);
        ++*moves;
        if (cards) {
            int chosen = cards + laid > 1 ? below(cards + laid) : 0;
            if (chosen < cards) {
                int card = chosen < here ? nth(first, chosen) : 64 + nth(second, chosen - here);
                int opening = !(table[0] | table[1]);
                hands[seat][card >> 6] ^= 1ull << (card & 63);
                lay(card);
                if (!(hands[seat][0] | hands[seat][1])) return seat;
                laid = 1;
                if (!opening) continue;
            }
        } else if (!laid) {
            for (int drawn = 0; drawn < 3 && top < CARDS; drawn++) {
                int card = stock[top++];
                if (fits[card >> 6] >> (card & 63) & 1) {
                    lay(card);
                    break;
                }
                hands[seat][card >> 6] |= 1ull << (card & 63);
            }
        }
        seat = (seat + 1) % SEATS;
        laid = 0;
    }
}

static int points(uint64_t word) {
    int sum = 0;
    for (; word; word &= word - 1) sum += __builtin_ctzll(word) & 31;
    return sum;
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 200000, moves = 0;
    long wins[SEATS] = {0}, scores[SEATS] = {0};
    for (int card = 0; card < CARDS; card++) deck[card] = 32 * (card / 20) + 1 + card % 20;
    clock_t start = clock();
    dice = 88172645463325252ull % (2147483085ull << 32);
    for (long game = 0; game < games; game++) {
        wins[winner(&moves)]++;
        for (int seat = 0; seat < SEATS; seat++) scores[seat] += points(hands[seat][0]) + points(hands[seat][1]);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%.0f %.3f %.4f %.3f\n", (double)games / seconds, (double)moves / (double)games,
           (double)wins[0] / (double)games, (double)scores[0] / (double)games);
    return 0;
}
