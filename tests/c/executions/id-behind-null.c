// The id of a thread is stored before the thread starts: through null, nothing starts.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  shared++; // IMPRECISE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t *ids = malloc(sizeof(pthread_t) * argc);
  for (int i = 0; i < argc; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  ids = realloc(ids, sizeof(pthread_t) * (argc + 5));
  if (!ids)
    exit(1);
  for (int i = 0; i < argc; i++)
    pthread_join(ids[i], NULL);
  shared = 5; // IMPRECISE
  return 0;
}
