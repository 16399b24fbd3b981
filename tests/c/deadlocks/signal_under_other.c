// pepsin: checks=race,deadlock
// After the signal the waiter takes the first mutex again, while it holds the second one.
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int done;
static void *waiter(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);  // DEADLOCK STUCK
    while (!done) pthread_cond_wait(&ready, &a);  // DEADLOCK STUCK
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}
static void *teller(void *unused) {
    pthread_mutex_lock(&a);
    done = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_lock(&b);  // DEADLOCK STUCK
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, waiter, 0);
    pthread_create(&other, 0, teller, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
