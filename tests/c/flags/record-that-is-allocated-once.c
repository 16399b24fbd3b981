// All that the threads share is a record that a function of its own allocates: a mutex, and who may work.
#include <pthread.h>
#include <stdlib.h>

struct shared {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int busy;
    int data;
};

static struct shared *make(void) {
    struct shared *shared = malloc(sizeof *shared);
    if (!shared)
        return NULL;
    pthread_mutex_init(&shared->mutex, NULL);
    pthread_cond_init(&shared->changed, NULL);
    shared->busy = 0;
    shared->data = 0;
    return shared;
}

static void *work(void *argument) {
    struct shared *shared = argument;
    pthread_mutex_lock(&shared->mutex);
    while (shared->busy)
        pthread_cond_wait(&shared->changed, &shared->mutex);
    shared->busy = 1;
    pthread_mutex_unlock(&shared->mutex);
    shared->data++; // NORACE
    pthread_mutex_lock(&shared->mutex);
    shared->busy = 0;
    pthread_cond_signal(&shared->changed);
    pthread_mutex_unlock(&shared->mutex);
    return NULL;
}

int main(void) {
    struct shared *shared = make();
    if (!shared)
        return 1;
    pthread_t one, other;
    pthread_create(&one, NULL, work, shared);
    pthread_create(&other, NULL, work, shared);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    free(shared);
    return 0;
}
