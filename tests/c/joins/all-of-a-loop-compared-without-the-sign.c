// Minus one is the greatest number without a sign: the loop of joins ends before it began.
#include <pthread.h>
#include <stdlib.h>

int shared;
pthread_t ids[100];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  shared = 1; // RACE
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  size_t count = atoi(argv[1]);
  if (count > 100)
    count = 100;
  for (size_t i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (long j = -1; j < count; j++)
    pthread_join(ids[j], NULL);
  return shared; // RACE
}
