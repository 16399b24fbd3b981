// pepsin: checks=race,deadlock
// A writer and a reader do not share their lock.
#include <pthread.h>
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *up(void *unused) {
    pthread_rwlock_rdlock(&r);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_rwlock_unlock(&r);
    return unused;
}
static void *down(void *unused) {
    pthread_rwlock_wrlock(&r);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_rwlock_unlock(&r);
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
