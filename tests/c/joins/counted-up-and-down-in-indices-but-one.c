// The index counts up where threads are created, and down where they are joined, from the last but one.
#include <pthread.h>
int input(void);
pthread_t ids[64];
int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  int count = input(), created = 0;
  for (int i = 0; i < count && created < 64; i++)
    if (input())
      pthread_create(&ids[created++], NULL, worker, NULL);
  created--;
  while (created > 0)
    pthread_join(ids[--created], NULL);
  return total; // RACE
}
// LONG
