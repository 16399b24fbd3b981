// A reader who was woken does not look again.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int users, data;

static void *reader(void *unused) {
  int sum = 0;
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    if (users < 0)
      pthread_cond_wait(&changed, &mutex);
    users++;
    pthread_mutex_unlock(&mutex);
    sum += data; // RACE
    pthread_mutex_lock(&mutex);
    if (--users == 0)
      pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (users != 0)
      pthread_cond_wait(&changed, &mutex);
    users = -1;
    pthread_mutex_unlock(&mutex);
    data++; // RACE
    pthread_mutex_lock(&mutex);
    users = 0;
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
