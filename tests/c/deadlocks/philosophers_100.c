// pepsin: checks=race,deadlock
// Each philosopher takes the left fork first.
#include <pthread.h>
#define SEATS 100
static pthread_mutex_t forks[SEATS];
static void *philosopher(void *argument) {
    long seat = (long)argument;
    pthread_mutex_lock(&forks[seat]);
    pthread_mutex_lock(&forks[(seat + 1) % SEATS]);  // DEADLOCK
    pthread_mutex_unlock(&forks[(seat + 1) % SEATS]);
    pthread_mutex_unlock(&forks[seat]);
    return 0;
}
int main(void) {
    pthread_t threads[SEATS];
    for (long i = 0; i < SEATS; i++) pthread_mutex_init(&forks[i], 0);
    for (long i = 0; i < SEATS; i++) pthread_create(&threads[i], 0, philosopher, (void *)i);
    for (long i = 0; i < SEATS; i++) pthread_join(threads[i], 0);
    return 0;
}
