// pepsin: checks=race,deadlock
// A flag stands between the two orders; all states are visited for that.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int done;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *up(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    atomic_store(&done, 1);
    return unused;
}
static void *down(void *unused) {
    while (!atomic_load(&done)) {}
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
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
