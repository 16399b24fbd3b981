// Where there is no memory for its buffer, the pool goes although its worker runs.
#include <pthread.h>
#include <stdlib.h>
struct pool {
  int jobs;
  char *buffer;
};

static void *worker(void *argument) {
  struct pool *pool = argument;
  pool->jobs++; // RACE REACHABLE
  return NULL;
}

static struct pool *make(pthread_t *id) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (pool == NULL)
    return NULL;
  pthread_create(id, NULL, worker, pool);
  pool->buffer = malloc(64);
  if (pool->buffer == NULL) {
    free(pool); // RACE REACHABLE
    return NULL;
  }
  return pool;
}

int main(void) {
  pthread_t id;
  struct pool *pool = make(&id);
  if (pool == NULL)
    return 1;
  pthread_join(id, NULL);
  free(pool->buffer);
  free(pool); // NORACE
  return 0;
}
