// strtok_r keeps its position where the caller says.
#include <pthread.h>
#include <string.h>

static void *worker(void *unused) {
  char text[8] = "a b";
  char *position;
  return strtok_r(text, " ", &position) ? NULL : unused; // NORACE
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
