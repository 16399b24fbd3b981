// Members of a union overlap.
#include <pthread.h>
union {
  char small;
  int large;
} both;

void *worker(void *unused) {
  both.small = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  both.large = 2; // RACE
  return 0;
}
