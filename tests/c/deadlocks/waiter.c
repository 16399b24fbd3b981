// pepsin: checks=race,deadlock
// One philosopher fewer than there are seats may eat; all states are visited for that.
#include <pthread.h>
#include <semaphore.h>
static sem_t seats;
static pthread_mutex_t forks[3];
static void *philosopher(void *argument) {
    long seat = (long)argument;
    sem_wait(&seats);
    pthread_mutex_lock(&forks[seat]);
    pthread_mutex_lock(&forks[(seat + 1) % 3]);
    pthread_mutex_unlock(&forks[(seat + 1) % 3]);
    pthread_mutex_unlock(&forks[seat]);
    sem_post(&seats);
    return 0;
}
int main(void) {
    pthread_t threads[3];
    sem_init(&seats, 0, 2);
    for (int i = 0; i < 3; i++) pthread_mutex_init(&forks[i], 0);
    for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, philosopher, (void *)i);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    return 0;
}
