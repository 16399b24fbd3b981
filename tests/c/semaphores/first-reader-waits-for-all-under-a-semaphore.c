// The same with a semaphore in place of the mutex, and the steps inside of the conditions.
#include <pthread.h>
#include <semaphore.h>
sem_t mutex, room;
int readers, data;

static void *reader(void *unused) {
  int sum = 0;
  for (int round = 0; round < 100; round++) {
    sem_wait(&mutex);
    if (++readers == 1)
      sem_wait(&room);
    sem_post(&mutex);
    sum += data; // NORACE
    sem_wait(&mutex);
    if (--readers == 0)
      sem_post(&room);
    sem_post(&mutex);
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    sem_wait(&room);
    data++; // NORACE
    sem_post(&room);
  }
  return unused;
}

int main(void) {
  pthread_t threads[6];
  sem_init(&mutex, 0, 1);
  sem_init(&room, 0, 1);
  for (int number = 0; number < 6; number++)
    pthread_create(&threads[number], NULL, number % 2 ? reader : writer, NULL);
  for (int number = 0; number < 6; number++)
    pthread_join(threads[number], NULL);
  return data;
}
