// Readers count what they read, in what they read, and hold the lock for reading only.
#include <pthread.h>
#include <stdlib.h>
struct settings {
  int version, reads;
};
static struct settings *current;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  current->reads++; // RACE
  pthread_rwlock_unlock(&lock);
  return NULL;
}

static void *writer(void *unused) {
  struct settings *next = malloc(sizeof *next);
  if (next == NULL)
    return NULL;
  next->reads = 0;
  pthread_rwlock_wrlock(&lock);
  struct settings *old = current;
  current = next;
  pthread_rwlock_unlock(&lock);
  free(old); // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  current = malloc(sizeof *current);
  if (current == NULL)
    return 1;
  current->reads = 0;
  pthread_create(&first, NULL, reader, NULL);
  pthread_create(&second, NULL, reader, NULL);
  pthread_create(&third, NULL, writer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  free(current);
  return 0;
}
