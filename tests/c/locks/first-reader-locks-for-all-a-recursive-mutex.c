// A recursive mutex stays that of the first reader, who may write while others read.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t room;
int readers, data;

static void *reader(void *unused) {
  int sum = 0;
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    readers++;
    if (readers == 1)
      pthread_mutex_lock(&room);
    pthread_mutex_unlock(&mutex);
    sum += data; // RACE
    pthread_mutex_lock(&mutex);
    readers--;
    if (readers == 0)
      pthread_mutex_unlock(&room);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&room);
    data++; // RACE
    pthread_mutex_unlock(&room);
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&room);
    data++; // RACE
    pthread_mutex_unlock(&room);
  }
  return unused;
}

int main(void) {
  pthread_t threads[6];
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&room, &recursive);
  for (int number = 0; number < 6; number++)
    pthread_create(&threads[number], NULL, number % 2 ? reader : writer, NULL);
  for (int number = 0; number < 6; number++)
    pthread_join(threads[number], NULL);
  return data;
}
// LONG
