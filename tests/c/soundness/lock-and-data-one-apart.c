// The lock of element i does not protect element i + 1.
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct {
  pthread_mutex_t mutex;
  int data;
} cells[4] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0},
              {PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};

void *worker(void *unused) {
  unsigned i = __VERIFIER_nondet_uint() % 3;
  pthread_mutex_lock(&cells[i].mutex);
  cells[i + 1].data++; // RACE REACHABLE
  cells[i].data++; // RACE
  pthread_mutex_unlock(&cells[i].mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
