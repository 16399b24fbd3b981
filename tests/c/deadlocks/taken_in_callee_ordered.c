// pepsin: checks=race,deadlock
// Wrappers take the mutexes, in one order.
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static void enter(pthread_mutex_t *mutex) { pthread_mutex_lock(mutex); }
static void leave(pthread_mutex_t *mutex) { pthread_mutex_unlock(mutex); }
static void *up(void *unused) {
    enter(&a);
    enter(&b);
    leave(&b);
    leave(&a);
    return unused;
}
static void *down(void *unused) {
    enter(&a);
    enter(&b);
    leave(&a);
    leave(&b);
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, up, 0);
    pthread_create(&other, 0, down, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
