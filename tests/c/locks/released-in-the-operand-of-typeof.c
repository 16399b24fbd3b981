// The type of the operand has the length of an array: it is evaluated, and releases the lock.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

static void *worker(void *unused) {
  int length = 1;
  pthread_mutex_lock(&m);
  int values[length];
  typeof((pthread_mutex_unlock(&m), &values)) pointer; // OBSTACLE
  pointer = &values;
  data++;
  (void)pointer;
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  return 0;
}
