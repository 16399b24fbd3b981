// Both loops end where the index is the bound.
#include <pthread.h>
pthread_t ids[64];
int total, count;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int input(void);

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  count = input();
  if (count > 64)
    return 1;
  for (int i = 0; i != count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = 0; i != count; i++)
    pthread_join(ids[i], NULL);
  return total; // NORACE
}
