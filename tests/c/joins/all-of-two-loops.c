// Each loop that joins has a loop that created.
#include <pthread.h>
pthread_t others[64];
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
  for (int i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = 0; i < count; i++)
    pthread_create(&others[i], NULL, worker, NULL);
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  for (int i = 0; i < count; i++)
    pthread_join(others[i], NULL);
  return total; // NORACE
}
