// A local variable escapes through a global pointer before it is written.
#include <pthread.h>
int *window;

void *worker(void *unused) {
  *window = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int local = 0;
  window = &local; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  local = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
