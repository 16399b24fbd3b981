// pepsin: checks=race,deadlock
// A recursive mutex that was released as often as taken is not held.
#include <pthread.h>
static pthread_mutex_t a, b = PTHREAD_MUTEX_INITIALIZER;
static void *up(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    return unused;
}
static void *down(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_mutexattr_t attribute;
    pthread_mutexattr_init(&attribute);
    pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&a, &attribute);
    pthread_create(&one, 0, up, 0);
    pthread_create(&other, 0, down, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
