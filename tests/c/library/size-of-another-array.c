// The compiler knows how large a variable is that is named; this one is not of that size.
#include <pthread.h>
int counter;

void *worker(void *unused) {
  char bytes[8];
  if (__builtin_object_size(bytes, 0) == 7)
    counter++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  counter++; // NORACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
