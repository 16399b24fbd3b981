// Whether there is memory is looked at where it is used.
#include <pthread.h>
#include <stdlib.h>
struct table { int *cells; } table;
int counter;

void *worker(void *unused) {
  counter++; // RACE REACHABLE
  return NULL;
}

static int is_ready(const struct table *table) { return table->cells != NULL; }

int main(void) {
  pthread_t id;
  table.cells = malloc(100);
  pthread_create(&id, NULL, worker, NULL);
  if (!is_ready(&table))
    return counter; // RACE REACHABLE
  pthread_join(id, NULL);
  return counter; // NORACE REACHABLE
}
