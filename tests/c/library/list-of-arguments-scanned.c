// A function passes its own arguments on as a list, and what they point to is written: the number need not be one.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static int shared;

static void *worker(void *argument) {
  shared++; // RACE
  return argument;
}

static void scan(const char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsscanf(text, format, list);
  va_end(list);
}

int main(int count, char **arguments) {
  int number = 1;
  pthread_t id;
  if (count < 2)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  scan(arguments[1], "%d", &number);
  if (number != 1)
    shared++; // RACE
  pthread_join(id, NULL);
  return 0;
}
