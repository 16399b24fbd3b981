// Whoever finds no memory, or no thread, releases what nobody else knows.
#include <pthread.h>
#include <stdlib.h>
struct pool {
  int jobs;
  char *buffer;
};

static void *worker(void *argument) {
  struct pool *pool = argument;
  pool->jobs++; // NORACE REACHABLE
  return NULL;
}

static struct pool *make(pthread_t *id) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (pool == NULL)
    return NULL;
  pool->buffer = malloc(64);
  if (pool->buffer == NULL) {
    free(pool); // NORACE REACHABLE
    return NULL;
  }
  if (pthread_create(id, NULL, worker, pool)) {
    free(pool->buffer);
    free(pool); // NORACE REACHABLE
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
  pool->jobs++; // NORACE REACHABLE
  free(pool->buffer);
  free(pool); // NORACE
  return 0;
}
