// The record is made zero before the semaphore in it is initialised; there is padding in it.
#include <pthread.h>
#include <semaphore.h>

struct shared {
    sem_t semaphore;
    int data;
};

static void *work(void *argument) {
    struct shared *shared = argument;
    sem_wait(&shared->semaphore);
    shared->data++; // NORACE
    sem_post(&shared->semaphore);
    return NULL;
}

int main(void) {
    struct shared shared = {0};
    pthread_t one, other;
    sem_init(&shared.semaphore, 0, 1);
    pthread_create(&one, NULL, work, &shared);
    pthread_create(&other, NULL, work, &shared);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return shared.data;
}
