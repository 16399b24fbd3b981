// pepsin: checks=race,deadlock
// A handler takes a lock that the thread may hold which it interrupts: that is an obstacle.
#include <pthread.h>
#include <signal.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void handle(int number) {
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
}
int main(void) {
    signal(SIGUSR1, handle);  // HIDES
    pthread_mutex_lock(&a);
    raise(SIGUSR1);
    pthread_mutex_unlock(&a);
    return 0;
}
