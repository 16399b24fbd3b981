// One function creates the threads, and another one joins them.
#include <pthread.h>
int input(void);
pthread_t first[64], second[64];
int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void start_all(pthread_t *ids, int count) {
  for (int i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
}

void join_all(pthread_t *ids, int count) {
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
}

int main(void) {
  int count = input();
  if (count < 1 || count > 64)
    return 1;
  start_all(first, count);
  join_all(first, count);
  return total; // NORACE
}
