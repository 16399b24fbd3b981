// Two loops walk over disjoint halves.
#include <pthread.h>
int cells[100];

void *worker(void *unused) {
  for (int i = 0; i < 50; i++)
    cells[i] = i; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  for (int i = 50; i < 100; i++)
    cells[i] = i; // NORACE
  return 0;
}
