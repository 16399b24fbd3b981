// Where the second thread is not created, the first one is joined before the memory goes.
#include <pthread.h>
#include <stdlib.h>
struct counter { int value; } *counter;

void *first(void *unused) {
  counter->value++; // NORACE REACHABLE
  return NULL;
}

void *second(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  int created = 0;
  counter = calloc(1, sizeof *counter);
  if (pthread_create(&one, NULL, first, NULL))
    goto end;
  created = 1;
  if (pthread_create(&two, NULL, second, NULL))
    goto end;
  created = 2;
end:
  if (created > 0)
    pthread_join(one, NULL);
  if (created > 1)
    pthread_join(two, NULL);
  free(counter); // NORACE REACHABLE
  return 0;
}
