// A writer counts down, who is none of the readers: the number is zero while one still reads.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int readers, writing, data;

static void *reader(void *unused) {
  int sum = 0;
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (writing) // NORACE
      pthread_cond_wait(&changed, &mutex);
    readers++; // NORACE
    pthread_mutex_unlock(&mutex);
    sum += data; // RACE
    pthread_mutex_lock(&mutex);
    readers--;        // NORACE
    if (readers == 0) // NORACE
      pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (writing || readers > 0) // NORACE
      pthread_cond_wait(&changed, &mutex);
    writing = 1; // NORACE
    pthread_mutex_unlock(&mutex);
    data++; // RACE
    pthread_mutex_lock(&mutex);
    writing = 0; // NORACE
    readers--;   // NORACE
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
  return data; // NORACE
}
