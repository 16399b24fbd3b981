// What is no category has no locale.
#include <pthread.h>
#include <locale.h>
int shared;

void *worker(void *unused) {
  if (setlocale(99, NULL))
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
