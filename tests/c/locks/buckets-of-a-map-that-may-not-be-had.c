// The constructor of a map says by null that there is no memory; the buckets, which have a mutex each, are reached in two ways.
#include <pthread.h>
#include <stdlib.h>
struct bucket {
  pthread_mutex_t mutex;
  int count;
};

struct map {
  struct bucket *buckets;
  size_t size;
} *map;

static struct map *new_map(size_t size) {
  struct map *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  made->size = size;
  made->buckets = calloc(size, sizeof *made->buckets);
  if (!made->buckets) {
    free(made);
    return NULL;
  }
  for (size_t number = 0; number < size; number++)
    pthread_mutex_init(&made->buckets[number].mutex, NULL);
  return made;
}

static void add(struct map *m, size_t hash) {
  struct bucket *bucket = &m->buckets[hash % m->size];
  pthread_mutex_lock(&bucket->mutex);
  bucket->count++; // NORACE
  pthread_mutex_unlock(&bucket->mutex);
}

static int count(struct map *m) {
  int sum = 0;
  for (size_t number = 0; number < m->size; number++) {
    pthread_mutex_lock(&m->buckets[number].mutex);
    sum += m->buckets[number].count; // NORACE
    pthread_mutex_unlock(&m->buckets[number].mutex);
  }
  return sum;
}

static void *worker(void *seed) {
  unsigned state = (unsigned)(size_t)seed;
  for (int round = 0; round < 100; round++)
    add(map, (size_t)rand_r(&state));
  return count(map) ? map : NULL;
}

int main(void) {
  pthread_t one, other;
  map = new_map(64);
  if (!map)
    return 1;
  pthread_create(&one, NULL, worker, (void *)1);
  pthread_create(&other, NULL, worker, (void *)2);
  return 0;
}
