// A thread that is made with an attribute can be joined, unless that says otherwise.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_attr_t attribute;
  pthread_attr_init(&attribute);
  pthread_attr_setdetachstate(&attribute, PTHREAD_CREATE_JOINABLE);
  pthread_create(&id, &attribute, worker, NULL);
  pthread_join(id, NULL);
  shared = 2;
  return 0;
}
