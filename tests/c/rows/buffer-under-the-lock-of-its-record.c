// A record has a lock and a buffer that grows, and there are several of them.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct vector {
  pthread_mutex_t lock;
  int *values;
  unsigned count, room;
};

static struct vector *make(void) {
  struct vector *made = malloc(sizeof *made);
  if (!made)
    exit(1);
  pthread_mutex_init(&made->lock, NULL);
  made->count = 0;
  made->room = 4;
  made->values = malloc(made->room * sizeof *made->values);
  return made;
}

static void put(struct vector *vector, int value) {
  pthread_mutex_lock(&vector->lock);
  if (vector->count == vector->room) {
    vector->room *= 2;
    vector->values = realloc(vector->values, vector->room * sizeof *vector->values); // NORACE REACHABLE
  }
  vector->values[vector->count++] = value; // NORACE REACHABLE
  pthread_mutex_unlock(&vector->lock);
}

static int sum(struct vector *vector) {
  int sum = 0;
  pthread_mutex_lock(&vector->lock);
  int *values = vector->values;
  for (unsigned k = 0; k < vector->count; k++)
    sum += values[k]; // NORACE REACHABLE
  memset(vector->values, 0, sizeof *vector->values);
  pthread_mutex_unlock(&vector->lock);
  return sum;
}

void *worker(void *argument) {
  for (int k = 0; k < 20; k++)
    put(argument, k);
  return NULL;
}

int input(void);

int main(void) {
  pthread_t id;
  struct vector *last = NULL;
  for (int k = input(); k > 0; k--) {
    struct vector *made = make();
    pthread_create(&id, NULL, worker, made);
    pthread_create(&id, NULL, worker, made);
    last = made;
  }
  return last ? sum(last) : 0;
}
