// A pointer is passed as a variable argument.
#include <pthread.h>
#include <stdarg.h>
int shared;

static void set_all(int count, ...) {
  va_list list;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    *va_arg(list, int *) = i; // RACE
  va_end(list);
}

void *worker(void *unused) {
  set_all(1, &shared);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
