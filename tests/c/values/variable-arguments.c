// Variable arguments arrive in their order, through copies of the list, too.
#include <pthread.h>
#include <stdarg.h>
int first, second, never;
struct pair {
  int *pointer, number;
};

static void count(va_list list) {
  struct pair pair = va_arg(list, struct pair);
  (*pair.pointer)++; // RACE
  if (pair.number != 5)
    never++; // NORACE
}

static void run(int number, ...) {
  va_list list, copy;
  va_start(list, number);
  va_copy(copy, list);
  if (va_arg(list, int) != -3)
    never++; // NORACE
  if (va_arg(list, double) < 0)
    number = 0;
  void (*next)(int *) = va_arg(list, void (*)(int *));
  next(va_arg(list, int *));
  count(list);
  va_end(list);
  if (va_arg(copy, int) == 7)
    never++; // NORACE
  va_end(copy);
}

static void increment(int *pointer) {
  (*pointer)++; // RACE
}

void *worker(void *unused) {
  struct pair pair = {&second, 5};
  run(1, -3, 2.5f, increment, &first, pair);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  first++; // RACE
  second++; // RACE
  never++; // NORACE
  pthread_join(id, NULL);
  return 0;
}
