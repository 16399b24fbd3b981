// The same, but the permit is given back before the last access, and a second one is made.
#include <pthread.h>
#include <semaphore.h>

#define CUSTOMERS 4

static sem_t customers, ready, mutex;
static int chairs = 3;

static void *barber(void *unused) {
  for (;;) {
    sem_wait(&customers);
    sem_wait(&mutex);
    chairs++; // RACE
    sem_post(&ready);
    sem_post(&mutex);
  }
  return unused;
}

static void *customer(void *unused) {
  sem_wait(&mutex);
  if (chairs > 0) { // RACE
    chairs--; // RACE CONFIRMED
    sem_post(&mutex);
    sem_post(&customers);
    sem_post(&mutex);
    sem_wait(&ready);
  } else {
    sem_post(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[CUSTOMERS + 1];
  sem_init(&customers, 0, 0);
  sem_init(&ready, 0, 0);
  sem_init(&mutex, 0, 1);
  pthread_create(&threads[CUSTOMERS], NULL, barber, NULL);
  for (int i = 0; i < CUSTOMERS; i++)
    pthread_create(&threads[i], NULL, customer, NULL);
  for (int i = 0; i < CUSTOMERS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
