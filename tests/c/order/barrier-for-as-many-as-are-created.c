// The number of threads comes from outside, and the barrier is for as many: the first one adds up what all have computed, between two rounds.
#include <pthread.h>
#include <stdlib.h>

static int threads;
static double *parts;
static double sum;
static pthread_barrier_t barrier;

static void *work(void *argument) {
    long number = (long)argument;
    for (int round = 0; round < 10; round++) {
        parts[number] = number * sum; // NORACE
        pthread_barrier_wait(&barrier);
        if (number == 0) {
            sum = 0; // NORACE
            for (int i = 0; i < threads; i++)
                sum += parts[i]; // NORACE
        }
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(int argc, char **argv) {
    threads = argc > 1 ? atoi(argv[1]) : 4;
    if (threads < 1 || threads > 64)
        return 1;
    pthread_t *ids = malloc(threads * sizeof *ids);
    parts = calloc(threads, sizeof *parts);
    pthread_barrier_init(&barrier, NULL, threads);
    for (long i = 0; i < threads; i++)
        pthread_create(&ids[i], NULL, work, (void *)i);
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    return 0;
}
