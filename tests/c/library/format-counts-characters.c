// pepsin: exploration=off
// `%n` writes the number of characters so far.
#include <pthread.h>
#include <stdio.h>

int count;

static void *one(void *argument) {
  printf("text%n", &count); // RACE
  return NULL;
}

static void *two(void *argument) {
  count = 1; // RACE
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
