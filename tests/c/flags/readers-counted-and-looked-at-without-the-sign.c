// Two watchers look at the number as one without a sign: while somebody writes it is a great one, not below zero.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int users, data, seen;
static void *reader(void *unused) {
  int sum = 0;
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (users < 0)
      pthread_cond_wait(&changed, &mutex);
    users++;
    pthread_mutex_unlock(&mutex);
    sum += data;
    pthread_mutex_lock(&mutex);
    if (--users == 0)
      pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return (void *)(long)sum;
}
static void *watcher(void *unused) {
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    int is_writing = *(unsigned *)&users > 0x7fffffffu;
    pthread_mutex_unlock(&mutex);
    if (is_writing) seen++; // RACE
  }
  return unused;
}
static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (users != 0)
      pthread_cond_wait(&changed, &mutex);
    users = -1;
    pthread_mutex_unlock(&mutex);
    data++;
    pthread_mutex_lock(&mutex);
    users = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}
int main(void) {
  pthread_t threads[6], w[2];
  for (int number = 0; number < 6; number++)
    pthread_create(&threads[number], NULL, number % 2 ? reader : writer, NULL);
  pthread_create(&w[0], NULL, watcher, NULL);
  pthread_create(&w[1], NULL, watcher, NULL);
  for (int number = 0; number < 6; number++)
    pthread_join(threads[number], NULL);
  pthread_join(w[0], NULL);
  pthread_join(w[1], NULL);
  return data;
}
// LONG
