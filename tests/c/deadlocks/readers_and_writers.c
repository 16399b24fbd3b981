// pepsin: checks=race,deadlock
// Writers wait for readers.
#include <pthread.h>
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER, s = PTHREAD_RWLOCK_INITIALIZER;
static void *up(void *unused) {
    pthread_rwlock_rdlock(&r);
    pthread_rwlock_wrlock(&s);  // DEADLOCK STUCK
    pthread_rwlock_unlock(&s);
    pthread_rwlock_unlock(&r);
    return unused;
}
static void *down(void *unused) {
    pthread_rwlock_rdlock(&s);
    pthread_rwlock_wrlock(&r);  // DEADLOCK STUCK
    pthread_rwlock_unlock(&r);
    pthread_rwlock_unlock(&s);
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
