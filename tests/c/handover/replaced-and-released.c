// pepsin: exploration=off
// Readers look at what a pointer leads to while they hold its lock for reading; who replaces it releases what was there, behind the lock.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct settings {
  int version, limit;
};
static struct settings *current;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused) {
  long sum = 0;
  for (int i = 0; i < 100; i++) {
    pthread_rwlock_rdlock(&lock);
    sum += current->version; // NORACE REACHABLE
    pthread_rwlock_unlock(&lock);
  }
  printf("%ld\n", sum);
  return NULL;
}

static void *writer(void *unused) {
  for (int i = 0; i < 10; i++) {
    struct settings *next = malloc(sizeof *next);
    if (next == NULL)
      return NULL;
    next->version = i; // NORACE
    next->limit = 2 * i;
    pthread_rwlock_wrlock(&lock);
    struct settings *old = current; // NORACE
    current = next;                 // NORACE
    pthread_rwlock_unlock(&lock);
    old->version = 0; // NORACE REACHABLE
    free(old);        // NORACE REACHABLE
  }
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  current = malloc(sizeof *current);
  if (current == NULL)
    return 1;
  current->version = 0;
  pthread_create(&first, NULL, reader, NULL);
  pthread_create(&second, NULL, reader, NULL);
  pthread_create(&third, NULL, writer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  free(current); // NORACE REACHABLE
  return 0;
}
