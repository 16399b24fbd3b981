// What cannot be created or joined ends the program.
#include <pthread.h>
#include <stdlib.h>
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
  for (int i = 0; i < count; i++)
    if (pthread_create(&ids[i], NULL, worker, NULL))
      abort();
  for (int i = 0; i < count; i++)
    if (pthread_join(ids[i], NULL) != 0)
      exit(1);
  return total; // NORACE
}
