// pepsin: checks=race,deadlock
// A thread is joined when the mutex that it waits for is free.
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    return unused;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, worker, 0);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_join(one, 0);
    return 0;
}
