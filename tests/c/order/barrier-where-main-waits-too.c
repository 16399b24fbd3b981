// The barrier counts the threads that are created, and `main` waits there as well: a round may end without one of the threads.
#include <pthread.h>
#include <stdlib.h>

static int data;
static pthread_barrier_t barrier;

static void *work(void *argument) {
    if ((long)argument == 0)
        data = 1; // RACE
    pthread_barrier_wait(&barrier);
    return NULL;
}

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 4;
    if (threads < 1 || threads > 64)
        return 1;
    pthread_barrier_init(&barrier, NULL, threads);
    for (long i = 0; i < threads; i++) {
        pthread_t id;
        pthread_create(&id, NULL, work, (void *)i);
        pthread_detach(id);
    }
    pthread_barrier_wait(&barrier);
    return data; // RACE
}
