// strtok keeps its position for all threads.
#include <pthread.h>
#include <string.h>

static void *worker(void *unused) {
  char text[8] = "a b";
  return strtok(text, " ") ? NULL : unused; // RACE
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
