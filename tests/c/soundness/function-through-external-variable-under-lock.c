// A pointer that the program declares and does not define may lead to a function outside, which does not know the program's mutex.
#include <pthread.h>

struct operations {
  int (*start)(int);
};
extern struct operations *operations;

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  operations->start(1);
  counter++; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
