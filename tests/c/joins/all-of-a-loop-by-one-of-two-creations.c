// Whichever creation it is, its id stands at the index of the round.
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
  for (int i = 0; i < count; i++)
    if (i % 2)
      pthread_create(&ids[i], NULL, worker, NULL);
    else
      pthread_create(&ids[i], NULL, worker, ids);
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return total; // NORACE
}
