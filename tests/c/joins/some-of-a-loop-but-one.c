// One thread fewer is joined than the loop created, which leaves some out.
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
  for (int i = 0; i < count && created < 64; i++) {
    if (input())
      continue;
    pthread_create(&ids[created], NULL, worker, NULL);
    created++;
  }
  for (int i = 0; i < created - 1; i++)
    pthread_join(ids[i], NULL);
  return total; // RACE
}
// LONG
