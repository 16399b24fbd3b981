// The lock of another record is held than that whose buffer is written.
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
  struct vector *locked = vectors[id], *written = vectors[0];
  pthread_mutex_lock(&locked->lock);
  written->values[1] = 1; // RACE
  pthread_mutex_unlock(&locked->lock);
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
