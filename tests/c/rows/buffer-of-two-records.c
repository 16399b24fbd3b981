// Two records share a buffer, and each has a lock of its own.
#include <pthread.h>
#include <stdlib.h>

struct vector {
  pthread_mutex_t lock;
  int *values;
};

static struct vector *make(int *values) {
  struct vector *made = malloc(sizeof *made);
  if (!made)
    exit(1);
  pthread_mutex_init(&made->lock, NULL);
  made->values = values;
  return made;
}

static struct vector *vectors[2];

void *worker(void *argument) {
  struct vector *vector = vectors[(long)argument];
  pthread_mutex_lock(&vector->lock);
  vector->values[1] = 1; // RACE
  pthread_mutex_unlock(&vector->lock);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  int *values = calloc(4, sizeof *values);
  for (int k = 0; k < 2; k++)
    vectors[k] = make(values);
  for (long k = 0; k < 2; k++)
    pthread_create(&ids[k], NULL, worker, (void *)k);
  return 0;
}
