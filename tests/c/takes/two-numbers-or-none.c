// The caller does not look whether there was anything to take.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int next = 1, memory[65];

void allocate(int *first) {
  pthread_mutex_lock(&mutex);
  if (next + 1 > 64) // NORACE
    *first = 0;
  else {
    *first = next; // NORACE
    next += 2;     // NORACE
  }
  pthread_mutex_unlock(&mutex);
}

void *worker(void *unused) {
  int first;
  allocate(&first);
  memory[first] = 1;     // RACE
  memory[first + 1] = 2; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 20; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
