// pepsin: exploration=off
// A text that a function passes on by a `va_list` is read by who holds the lock of its caller; others pass on numbers.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char text[8] = "abcdefg";

static void print(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list); // NORACE
  va_end(list);
}

static void *one(void *argument) {
  print("%d", 7);
  pthread_mutex_lock(&lock);
  print("%s", text);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *two(void *argument) {
  pthread_mutex_lock(&lock);
  text[3] = 'x'; // NORACE
  pthread_mutex_unlock(&lock);
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
