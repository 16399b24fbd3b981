// pepsin: checks=race,deadlock
// Where waiting writers come first, who reads twice may wait for one of them, who waits for the first.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t r = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;  // HIDES
static void *reader(void *unused) {
    pthread_rwlock_rdlock(&r);
    pthread_rwlock_rdlock(&r);
    pthread_rwlock_unlock(&r);
    pthread_rwlock_unlock(&r);
    return unused;
}
static void *writer(void *unused) {
    pthread_rwlock_wrlock(&r);
    pthread_rwlock_unlock(&r);
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, reader, 0);
    pthread_create(&other, 0, writer, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
