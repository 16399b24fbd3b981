// The index of a ring is compared only through pointers: in a heap record, and in a local variable that another function moves.
#include <pthread.h>
#include <stdlib.h>

struct ring {
    int head;
    int cells[8];
};

static int table[24];

static void advance(int *index)
{
    *index = *index + 1;
    if (*index == 16)
        *index = 8;
}

static void *fill_rings(void *argument)
{
    struct ring *ring = calloc(1, sizeof *ring);
    for (;;) {
        table[ring->head] = 1;
        ring->head++;
        if (ring->head == 8)
            ring->head = 0;
    }
    return argument;
}

static void *fill_middle(void *argument)
{
    int index = 8;
    for (;;) {
        table[index] = 2;
        advance(&index);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, fill_rings, NULL);
    pthread_create(&second, NULL, fill_middle, NULL);
    table[16] = 3; // REACHABLE
    return 0;
}
