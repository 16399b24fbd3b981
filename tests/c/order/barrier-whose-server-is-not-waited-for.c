// pepsin: exploration=off
// Nobody waits for what the one thread does behind the barrier.
#include <pthread.h>

enum { THREADS = 3 };
static int rounds;
static pthread_barrier_t barrier;

static void *work(void *unused) {
    for (int i = 0; i < 10; i++) {
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            rounds++; // RACE
        if (rounds > 5) // RACE
            return NULL;
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
