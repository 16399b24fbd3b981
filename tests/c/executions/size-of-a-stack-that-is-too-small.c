// A stack of 100 bytes is refused.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_attr_t attribute;
  pthread_attr_init(&attribute);
  if (pthread_attr_setstacksize(&attribute, 100) == 0)
    shared++; // IMPRECISE
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
