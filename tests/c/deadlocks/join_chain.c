// pepsin: checks=race,deadlock
// A thread is joined that joins one which waits for a mutex of the first.
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static pthread_t one;
static void *worker(void *unused) {
    pthread_mutex_lock(&a);  // DEADLOCK STUCK
    pthread_mutex_unlock(&a);
    return unused;
}
static void *joiner(void *unused) {
    pthread_join(one, 0);  // DEADLOCK STUCK
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, joiner, 0);
    pthread_mutex_lock(&a);
    pthread_join(other, 0);  // DEADLOCK STUCK
    pthread_mutex_unlock(&a);
    return 0;
}
