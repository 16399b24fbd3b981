// The block is left and entered again past the initialiser: there it is another record, which may hold anything.
#include <pthread.h>
#include <stdatomic.h>

struct shared {
    atomic_int ready;
    int data;
};

static void *produce(void *argument) {
    struct shared *shared = argument;
    shared->data = 42; // RACE
    atomic_store(&shared->ready, 1);
    return NULL;
}

static void *consume(void *argument) {
    struct shared *shared = argument;
    while (!atomic_load(&shared->ready))
        ;
    shared->data++; // RACE
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t one, other;
    int rounds = 0;
    {
        struct shared shared = {0};
    again:
        if (rounds == 1) {
            pthread_create(&one, NULL, produce, &shared);
            pthread_create(&other, NULL, consume, &shared);
            pthread_join(one, NULL);
            pthread_join(other, NULL);
            return 0;
        }
    }
    rounds++;
    goto again;
}
