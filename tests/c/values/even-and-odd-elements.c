// One thread uses the even elements, the other the odd ones.
#include <pthread.h>
int cells[64];

void *worker(void *unused) {
  for (int i = 0; i < 64; i += 2)
    cells[i] = i; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  for (int i = 1; i < 64; i += 2)
    cells[i] = i; // NORACE
  return 0;
}
