// A buffer is written under the lock of the record to which the pointer was moved since.
#include <pthread.h>
#include <stdlib.h>

struct vector {
  pthread_mutex_t lock;
  int *values;
};

static struct vector *make(void) {
  struct vector *made = malloc(sizeof *made);
  if (!made)
    exit(1);
  pthread_mutex_init(&made->lock, NULL);
  made->values = calloc(4, sizeof *made->values);
  return made;
}

static struct vector *vectors[2];

void *worker(void *argument) {
  long id = (long)argument;
  struct vector *vector = vectors[0];
  int *values = vector->values;
  vector = vectors[id];
  pthread_mutex_lock(&vector->lock);
  values[1] = 1; // RACE
  pthread_mutex_unlock(&vector->lock);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  for (int k = 0; k < 2; k++)
    vectors[k] = make();
  for (long k = 0; k < 2; k++)
    pthread_create(&ids[k], NULL, worker, (void *)k);
  return 0;
}
