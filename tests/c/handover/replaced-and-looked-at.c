// A reader looks at what it has found when it does not hold the lock any more.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct settings {
  int version, limit;
};
static struct settings *current;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  struct settings *found = current;
  pthread_rwlock_unlock(&lock);
  printf("%d\n", found->version); // RACE
  return NULL;
}

static void *writer(void *unused) {
  struct settings *next = malloc(sizeof *next);
  if (next == NULL)
    return NULL;
  next->version = 1;
  pthread_rwlock_wrlock(&lock);
  struct settings *old = current;
  current = next;
  pthread_rwlock_unlock(&lock);
  old->version = 0; // RACE
  free(old);        // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  current = malloc(sizeof *current);
  if (current == NULL)
    return 1;
  current->version = 0;
  pthread_create(&first, NULL, reader, NULL);
  pthread_create(&second, NULL, writer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(current);
  return 0;
}
