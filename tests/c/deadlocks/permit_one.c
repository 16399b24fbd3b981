// pepsin: checks=race,deadlock
// A semaphore with one permit is a gate.
#include <pthread.h>
#include <semaphore.h>
static sem_t permit;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *up(void *unused) {
    sem_wait(&permit);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    sem_post(&permit);
    return unused;
}
static void *down(void *unused) {
    sem_wait(&permit);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    sem_post(&permit);
    return unused;
}

int main(void) {
    pthread_t one, other;
    sem_init(&permit, 0, 1);
    pthread_create(&one, 0, up, 0);
    pthread_create(&other, 0, down, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
