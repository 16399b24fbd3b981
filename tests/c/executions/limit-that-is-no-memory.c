// A program that has memory was not forbidden to.
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
int limited, never;

void *worker(void *unused) {
  struct rlimit limit;
  char *memory = malloc(1 << 20);
  if (!memory || getrlimit(RLIMIT_AS, &limit) != 0)
    return NULL;
  if (limit.rlim_cur != RLIM_INFINITY)
    limited++; // RACE CONFIRMED
  if (limit.rlim_cur < 1000)
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
