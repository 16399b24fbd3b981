// pepsin: exploration=off
// A text that a function passes on by a `va_list` is read.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

char text[8] = "abcdefg";

static void print(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list); // RACE
  va_end(list);
}

static void *one(void *argument) {
  print("%s", text);
  return NULL;
}

static void *two(void *argument) {
  text[3] = 'x'; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
