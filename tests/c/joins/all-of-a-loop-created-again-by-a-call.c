// The loop is entered again by a call between the two loops, and what that creates is not joined.
#include <pthread.h>
pthread_t first[64], second[64];
int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int input(void);

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void run(pthread_t *ids, int count, int again) {
  for (int i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  if (!again)
    return;
  run(second, count, 0);
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
}

int main(void) {
  int count = input();
  if (count > 64)
    return 1;
  run(first, count, 1);
  return total; // RACE
}
