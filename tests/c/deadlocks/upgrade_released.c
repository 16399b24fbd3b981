// pepsin: checks=race,deadlock
// A reader stops to read before it writes.
#include <pthread.h>
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER, s = PTHREAD_RWLOCK_INITIALIZER;
static void *grow(void *unused) {
    pthread_rwlock_rdlock(&r);
    pthread_rwlock_unlock(&r);
    pthread_rwlock_wrlock(&r);
    pthread_rwlock_unlock(&r);
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, grow, 0);
    pthread_create(&other, 0, grow, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
