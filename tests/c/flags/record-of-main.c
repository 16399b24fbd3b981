// All that the threads share is a record of main, and what they hand over is told by a flag in it.
#include <pthread.h>
#include <stdatomic.h>

struct shared {
    atomic_int ready;
    int data;
};

static void *produce(void *argument) {
    struct shared *shared = argument;
    shared->data = 42; // NORACE
    atomic_store(&shared->ready, 1);
    return NULL;
}

static void *consume(void *argument) {
    struct shared *shared = argument;
    while (!atomic_load(&shared->ready))
        ;
    shared->data++; // NORACE
    return NULL;
}

int main(void) {
    struct shared shared = {0};
    pthread_t one, other;
    pthread_create(&one, NULL, produce, &shared);
    pthread_create(&other, NULL, consume, &shared);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return shared.data;
}
