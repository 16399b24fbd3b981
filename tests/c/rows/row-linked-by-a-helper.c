// Helpers allocate by one name what the caller keeps for itself, and then what they store themselves.
#include <pthread.h>
#include <stdlib.h>

static int **buffers;
static int next;

static int *allocate(void) {
  int *made = calloc(16, sizeof(int));
  if (!made)
    exit(1);
  return made;
}

static int *inner(void) { return allocate(); }
static int *middle(void) { return inner(); }
static int *outer(void) { return middle(); }
static int *outmost(void) { return outer(); }

static int *stored(int **table) {
  int *made = outmost();
  table[next++] = made;
  return made;
}

static int *kept(void) { return outmost(); }

void *worker(void *argument) {
  long id = (long)argument;
  buffers[id][0] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  int **table = malloc(2 * sizeof *table);
  if (!table)
    exit(1);
  int *first = kept(), *second = kept();
  int *again = stored(table);
  table[next] = again;
  buffers = table;
  for (long k = 0; k < 2; k++)
    pthread_create(&ids[k], NULL, worker, (void *)k);
  for (int k = 0; k < 2; k++)
    pthread_join(ids[k], NULL);
  free(first);
  free(second);
  return 0;
}
