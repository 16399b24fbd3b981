// Readers count waiting writers down that they never were: less than no writer waits, so a sum of zero tells nothing.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t may_read = PTHREAD_COND_INITIALIZER;
pthread_cond_t may_write = PTHREAD_COND_INITIALIZER;
int active_readers, waiting_readers, active_writers, waiting_writers, data;

static void *reader(void *unused) {
  int sum = 0;
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (active_writers + waiting_writers > 0) {
      waiting_readers++;
      pthread_cond_wait(&may_read, &mutex);
      waiting_readers--;
      waiting_writers--;
    }
    active_readers++;
    pthread_mutex_unlock(&mutex);
    sum += data; // RACE
    pthread_mutex_lock(&mutex);
    active_readers--;
    if (active_readers == 0 && waiting_writers > 0)
      pthread_cond_signal(&may_write);
    pthread_mutex_unlock(&mutex);
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (active_writers + active_readers > 0) {
      waiting_writers++;
      pthread_cond_wait(&may_write, &mutex);
      waiting_writers--;
    }
    active_writers++;
    pthread_mutex_unlock(&mutex);
    data++; // RACE
    pthread_mutex_lock(&mutex);
    active_writers--;
    if (waiting_writers > 0)
      pthread_cond_signal(&may_write);
    else if (waiting_readers > 0)
      pthread_cond_broadcast(&may_read);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[6];
  for (int number = 0; number < 6; number++)
    pthread_create(&threads[number], NULL, number % 2 ? reader : writer, NULL);
  for (int number = 0; number < 6; number++)
    pthread_join(threads[number], NULL);
  return data;
}
// LONG
