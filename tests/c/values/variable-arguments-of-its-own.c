// Each thread's variable arguments point to memory of its own.
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
int first, second;

static void clear(int *each, ...) {
  va_list list;
  va_start(list, each);
  while (each != NULL) {
    *each = 0; // NORACE
    each = va_arg(list, int *);
  }
  va_end(list);
}

void *worker(void *argument) {
  int own;
  if (argument == NULL)
    clear(&first, &own, NULL);
  else
    clear(&second, &own, NULL);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, &other);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
