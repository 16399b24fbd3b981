// Readers enter by one semaphore and leave by another one at times.
#include <pthread.h>
#include <semaphore.h>
struct lightswitch {
  int count;
  pthread_mutex_t mutex;
} lightswitch = {0, PTHREAD_MUTEX_INITIALIZER};
sem_t room, other;
int data;

static void enter(struct lightswitch *s, sem_t *semaphore) {
  pthread_mutex_lock(&s->mutex);
  if (++s->count == 1)
    sem_wait(semaphore);
  pthread_mutex_unlock(&s->mutex);
}

static void leave(struct lightswitch *s, sem_t *semaphore) {
  pthread_mutex_lock(&s->mutex);
  if (--s->count == 0)
    sem_post(semaphore);
  pthread_mutex_unlock(&s->mutex);
}

static void *reader(void *unused) {
  int sum = 0;
  for (int round = 0; round < 100; round++) {
    enter(&lightswitch, &room);
    sum += data; // RACE
    leave(&lightswitch, round % 2 ? &room : &other);
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    sem_wait(&room);
    data++; // RACE
    sem_post(&room);
  }
  return unused;
}

int main(void) {
  pthread_t threads[6];
  sem_init(&room, 0, 1);
  for (int number = 0; number < 6; number++)
    pthread_create(&threads[number], NULL, number % 2 ? reader : writer, NULL);
  for (int number = 0; number < 6; number++)
    pthread_join(threads[number], NULL);
  return data;
}
// LONG
