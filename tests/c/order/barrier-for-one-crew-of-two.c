// Two crews wait at the barrier, of which it counts one: a round may end with threads of both.
#include <pthread.h>
#include <stdlib.h>

static double *parts;
static double sum;
static pthread_barrier_t barrier;

static void *work(void *argument) {
    long number = (long)argument;
    parts[number] = number; // RACE
    pthread_barrier_wait(&barrier);
    sum = parts[0]; // RACE
    return NULL;
}

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 4;
    if (threads < 1 || threads > 64)
        return 1;
    pthread_t *ids = malloc(2 * threads * sizeof *ids);
    parts = calloc(threads, sizeof *parts);
    pthread_barrier_init(&barrier, NULL, threads);
    for (int crew = 0; crew < 2; crew++)
        for (long i = 0; i < threads; i++)
            pthread_create(&ids[crew * threads + i], NULL, work, (void *)i);
    for (int i = 0; i < 2 * threads; i++)
        pthread_join(ids[i], NULL);
    return 0;
}
