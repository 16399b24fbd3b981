// pepsin: checks=race,deadlock
// Several threads of one creation take both orders.
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static void *both(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);  // DEADLOCK STUCK
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);  // DEADLOCK STUCK
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void) {
    pthread_t threads[20];
    for (int i = 0; i < 20; i++) pthread_create(&threads[i], 0, both, 0);
    for (int i = 0; i < 20; i++) pthread_join(threads[i], 0);
    return 0;
}
