// A thread that may not have the priority of the ceiling is refused a mutex that protects by priority (`EPERM`), and goes on without.
#include <pthread.h>
int shared;
pthread_mutex_t mutex;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  pthread_mutexattr_setprotocol(&attribute, PTHREAD_PRIO_PROTECT); // OBSTACLE
  pthread_mutex_init(&mutex, &attribute);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
