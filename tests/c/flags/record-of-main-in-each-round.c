// Each round begins with a record of its own, at the place of the one that the thread of the round before still uses.
#include <pthread.h>
#include <stdatomic.h>

struct shared {
    atomic_int lock;
    int data;
};

static void *work(void *argument) {
    struct shared *shared = argument;
    while (atomic_exchange(&shared->lock, 1)) // RACE
        ;
    shared->data++; // RACE
    atomic_store(&shared->lock, 0); // RACE
    return NULL;
}

int main(void) {
    for (int round = 0; round < 3; round++) {
        struct shared shared = {0}; // RACE
        pthread_t thread;
        pthread_create(&thread, NULL, work, &shared);
    }
    pthread_exit(NULL);
}
