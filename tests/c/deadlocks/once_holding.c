// pepsin: checks=race,deadlock
// The routine of a once-control waits for a lock of one who waits for it.
#include <pthread.h>
static pthread_once_t control = PTHREAD_ONCE_INIT;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void make(void) {
    pthread_mutex_lock(&a);  // DEADLOCK STUCK
    pthread_mutex_unlock(&a);
}
static void *holder(void *unused) {
    pthread_mutex_lock(&a);
    pthread_once(&control, make);  // DEADLOCK STUCK
    pthread_mutex_unlock(&a);
    return unused;
}
static void *runner(void *unused) {
    pthread_once(&control, make);
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, holder, 0);
    pthread_create(&other, 0, runner, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
