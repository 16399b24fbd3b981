// Where there are more than a hundred threads, there is one more than the barrier counts.
#include <pthread.h>
#include <stdlib.h>

static int data;
static pthread_barrier_t barrier;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
    if ((long)argument == 0)
        data = 1; // RACE
    pthread_barrier_wait(&barrier);
    int seen = data; // RACE
    return NULL;
}

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 4;
    if (threads < 1 || threads > 6400)
        return 1;
    pthread_t id;
    pthread_barrier_init(&barrier, NULL, threads);
    for (int i = 0;; i++) {
        if (i < 100) {
            if (i >= threads)
                break;
            pthread_mutex_lock(&mutex);
        } else if (i >= threads + 1) {
            break;
        }
        pthread_create(&id, NULL, work, (void *)(long)i);
        if (i < 100)
            pthread_mutex_unlock(&mutex);
    }
    pthread_exit(NULL);
}
