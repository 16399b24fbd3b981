// pepsin: checks=race,deadlock
// A normal mutex is taken by who has it.
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static void *again(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);  // DEADLOCK STUCK
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&a);
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, again, 0);
    pthread_create(&other, 0, again, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
