// pepsin: checks=race,deadlock
// Three threads take three mutexes around a circle.
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);  // DEADLOCK STUCK
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}
static void *second(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&c);  // DEADLOCK STUCK
    pthread_mutex_unlock(&c);
    pthread_mutex_unlock(&b);
    return unused;
}
static void *third(void *unused) {
    pthread_mutex_lock(&c);
    pthread_mutex_lock(&a);  // DEADLOCK STUCK
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&c);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, third, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    return 0;
}
