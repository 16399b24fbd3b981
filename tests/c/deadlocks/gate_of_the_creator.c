// pepsin: checks=race,deadlock
// The lock that a creator holds is one of the circle, and no gate.
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);  // DEADLOCK STUCK
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

int main(void) {
    pthread_t one;
    pthread_mutex_lock(&b);
    pthread_create(&one, 0, worker, 0);
    pthread_mutex_lock(&a);  // DEADLOCK STUCK
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(one, 0);
    return 0;
}
