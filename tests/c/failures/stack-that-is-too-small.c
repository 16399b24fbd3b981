// Some processors need more for a stack than others.
#include <errno.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_attr_t attribute;
  pthread_attr_init(&attribute);
  if (pthread_attr_setstacksize(&attribute, 16384) == EINVAL)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
