// pepsin: exploration=off
// No more characters of a text are read than the precision says.
#include <pthread.h>
#include <stdio.h>

char text[8] = "abcdefg";

static void *one(void *argument) {
  printf("%.3s", text); // NORACE
  return NULL;
}

static void *two(void *argument) {
  text[3] = 'x'; // NORACE
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
