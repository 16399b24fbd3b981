// Different fields do not overlap.
#include <pthread.h>
struct {
  char small;
  int large;
} both;

void *worker(void *unused) {
  both.small = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  both.large = 2; // NORACE
  return 0;
}
