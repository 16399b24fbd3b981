// Where a creation fails, the last one that was created until then is not joined.
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
  int created;
  for (created = 0; created < 64; created++)
    if (pthread_create(&ids[created], NULL, worker, NULL) != 0)
      break;
  for (int i = 0; i < created - 1; i++)
    pthread_join(ids[i], NULL);
  return total; // RACE
}
// LONG
