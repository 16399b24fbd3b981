// Numbers with and without a sign that are known to be none below zero.
#include <pthread.h>
#include <stdlib.h>

int shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  shared++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  if (count < 0)
    return 1;
  pthread_t *ids = malloc(count * sizeof *ids);
  for (size_t i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (long j = 0; j < (size_t)count; j++)
    pthread_join(ids[j], NULL);
  return shared; // NORACE
}
