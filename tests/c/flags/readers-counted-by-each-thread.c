// Each thread has a number of readers of its own, whose address others know; a writer looks at its own.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
_Thread_local int readers;
int writing, data, *shown;

static void *reader(void *unused) {
  int sum = 0;
  pthread_mutex_lock(&mutex);
  shown = &readers;
  pthread_mutex_unlock(&mutex);
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (writing)
      pthread_cond_wait(&changed, &mutex);
    readers++;
    pthread_mutex_unlock(&mutex);
    sum += data; // RACE
    pthread_mutex_lock(&mutex);
    readers--;
    if (readers == 0)
      pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  pthread_mutex_lock(&mutex);
  shown = &readers;
  pthread_mutex_unlock(&mutex);
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (writing || readers > 0)
      pthread_cond_wait(&changed, &mutex);
    writing = 1;
    pthread_mutex_unlock(&mutex);
    data++; // RACE
    pthread_mutex_lock(&mutex);
    writing = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int number = 0; number < 4; number++)
    pthread_create(&threads[number], NULL, number % 2 ? reader : writer, NULL);
  for (int number = 0; number < 4; number++)
    pthread_join(threads[number], NULL);
  return data;
}
