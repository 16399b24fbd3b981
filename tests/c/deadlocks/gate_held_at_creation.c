// pepsin: checks=race,deadlock
// The creator holds a gate from before the creation to behind its order.
#include <pthread.h>
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
    pthread_mutex_lock(&c);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&c);
    return unused;
}

int main(void) {
    pthread_t one;
    pthread_mutex_lock(&c);
    pthread_create(&one, 0, worker, 0);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&c);
    pthread_join(one, 0);
    return 0;
}
