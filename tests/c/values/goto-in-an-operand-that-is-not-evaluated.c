// What is not evaluated does not jump, wherever its label stands.
#include <pthread.h>
int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  typeof(({
    if (argument)
      goto inside;
    1;
  })) number = 1;
  pthread_mutex_lock(&m);
  {
    int inner = number;
    if (argument)
      goto inside;
    number += inner;
  inside:
    data++; // NORACE
  }
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
