// Several crews wait at the barrier, of which it counts one: a round may end with threads of two.
#include <pthread.h>
#include <stdlib.h>

static int sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    sum++; // RACE
    pthread_mutex_unlock(&mutex);
    pthread_barrier_wait(&barrier);
    int seen = sum; // RACE
    return NULL;
}

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 4, crews = argc > 2 ? atoi(argv[2]) : 2;
    if (threads < 1 || threads > 64)
        return 1;
    pthread_barrier_init(&barrier, NULL, threads);
    for (int crew = 0; crew < crews; crew++)
        for (int i = 0; i < threads; i++) {
            pthread_t id;
            pthread_create(&id, NULL, work, NULL);
        }
    pthread_exit(NULL);
}
// LONG
