// pepsin: checks=race,deadlock
// The last philosopher takes the right fork first.
#include <pthread.h>
#define SEATS 3
static pthread_mutex_t forks[SEATS];
static void *philosopher(void *argument) {
    long seat = (long)argument;
    if (seat == SEATS - 1) {
        pthread_mutex_lock(&forks[0]);
        pthread_mutex_lock(&forks[SEATS - 1]);
        pthread_mutex_unlock(&forks[SEATS - 1]);
        pthread_mutex_unlock(&forks[0]);
    } else {
        pthread_mutex_lock(&forks[seat]);
        pthread_mutex_lock(&forks[seat + 1]);
        pthread_mutex_unlock(&forks[seat + 1]);
        pthread_mutex_unlock(&forks[seat]);
    }
    return 0;
}
int main(void) {
    pthread_t threads[SEATS];
    for (long i = 0; i < SEATS; i++) pthread_mutex_init(&forks[i], 0);
    for (long i = 0; i < SEATS; i++) pthread_create(&threads[i], 0, philosopher, (void *)i);
    for (long i = 0; i < SEATS; i++) pthread_join(threads[i], 0);
    return 0;
}
