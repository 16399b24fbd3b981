// Where a creation fails, those are joined that were created until then.
#include <pthread.h>
int input(void);
pthread_t ids[64];
int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  int created;
  for (created = 0; created < 64; created++)
    if (pthread_create(&ids[created], NULL, worker, NULL) != 0)
      break;
  for (int i = 0; i < created; i++)
    pthread_join(ids[i], NULL);
  return total; // NORACE
}
