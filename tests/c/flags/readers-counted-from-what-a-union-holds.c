// The number of readers begins with -1, as a half of another number.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
union {
  long both;
  struct {
    int writers, readers;
  } each;
} number = {.both = -1L << 32};
int writing, data;

static void *reader(void *unused) {
  int sum = 0;
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (writing)
      pthread_cond_wait(&changed, &mutex);
    number.each.readers++;
    pthread_mutex_unlock(&mutex);
    sum += data; // RACE
    pthread_mutex_lock(&mutex);
    number.each.readers--;
    if (number.each.readers == 0)
      pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (writing || number.each.readers > 0)
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
