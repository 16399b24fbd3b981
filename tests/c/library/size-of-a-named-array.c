// The compiler knows how large a variable is that is named.
#include <pthread.h>
int counter;

void *worker(void *unused) {
  char bytes[7];
  if (__builtin_object_size(bytes, 0) == 7)
    counter++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  counter++; // RACE
  pthread_join(id, NULL);
  return 0;
}
