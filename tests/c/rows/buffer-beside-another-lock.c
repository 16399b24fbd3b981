// Two locks lie in a record, and threads take one or the other for its buffer.
#include <pthread.h>
#include <stdlib.h>

struct vector {
  pthread_mutex_t readers, writers;
  int *values;
};

static struct vector *vectors[2];

void *reader(void *argument) {
  struct vector *vector = vectors[(long)argument];
  pthread_mutex_lock(&vector->readers);
  int value = vector->values[1]; // RACE
  pthread_mutex_unlock(&vector->readers);
  return value ? argument : NULL;
}

void *writer(void *argument) {
  struct vector *vector = vectors[(long)argument];
  pthread_mutex_lock(&vector->writers);
  vector->values[1] = 1; // RACE
  pthread_mutex_unlock(&vector->writers);
  return NULL;
}

int main(void) {
  pthread_t ids[4];
  for (int k = 0; k < 2; k++) {
    struct vector *made = malloc(sizeof *made);
    if (!made)
      exit(1);
    pthread_mutex_init(&made->readers, NULL);
    pthread_mutex_init(&made->writers, NULL);
    made->values = calloc(4, sizeof *made->values);
    vectors[k] = made;
  }
  for (long k = 0; k < 4; k++)
    pthread_create(&ids[k], NULL, k < 2 ? reader : writer, (void *)(k % 2));
  return 0;
}
