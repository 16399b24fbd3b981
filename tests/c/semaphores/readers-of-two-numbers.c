// A reader is counted by two numbers with one semaphore, and posts it when it leaves the first of them; another one is still inside.
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
sem_t room;
int readers, special, data;
static void *reader(void *unused) {
  pthread_mutex_lock(&mutex);
  readers++;
  if (readers == 1)
    sem_wait(&room);
  pthread_mutex_unlock(&mutex);
  int found = data; // RACE
  pthread_mutex_lock(&mutex);
  readers--;
  if (readers == 0)
    sem_post(&room);
  pthread_mutex_unlock(&mutex);
  return (void *)(long)found;
}
static void *special_reader(void *unused) {
  pthread_mutex_lock(&mutex);
  special++;
  readers++;
  if (readers == 1)
    if (special == 1)
      sem_wait(&room);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  int others = readers;
  special--;
  if (special == 0)
    sem_post(&room);
  readers--;
  pthread_mutex_unlock(&mutex);
  return (void *)(long)others;
}
static void *writer(void *unused) {
  sem_wait(&room);
  data++; // RACE
  sem_post(&room);
  return unused;
}
int main(void) {
  pthread_t t[3];
  sem_init(&room, 0, 1);
  pthread_create(&t[0], NULL, special_reader, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  pthread_create(&t[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  return 0;
}
