// What is to be done once between two rounds, one thread does: whichever the barrier tells.
#include <pthread.h>

enum { THREADS = 3 };
static int rounds, go_on = 1;
static pthread_barrier_t barrier;

static void *work(void *unused) {
    while (go_on) { // NORACE
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            go_on = ++rounds < 10; // NORACE
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(void) {
    pthread_t ids[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&ids[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(ids[i], NULL);
    return 0;
}
