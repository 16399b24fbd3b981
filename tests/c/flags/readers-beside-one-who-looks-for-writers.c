// Who finds no writer looks at the data without being counted. That it does not hold their lock tells nothing of their number.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
unsigned readers, writers;
int data;

static void *reader(void *unused) {
  int sum = 0;
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (writers > 0)
      pthread_cond_wait(&changed, &mutex);
    readers++;
    pthread_mutex_unlock(&mutex);
    sum += data;
    pthread_mutex_lock(&mutex);
    readers--;
    pthread_cond_broadcast(&changed);
    int nobody_writes = writers == 0;
    pthread_mutex_unlock(&mutex);
    if (nobody_writes)
      sum += data; // RACE
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (readers > 0 || writers > 0)
      pthread_cond_wait(&changed, &mutex);
    writers++;
    pthread_mutex_unlock(&mutex);
    data++; // RACE
    pthread_mutex_lock(&mutex);
    writers--;
    pthread_cond_broadcast(&changed);
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
