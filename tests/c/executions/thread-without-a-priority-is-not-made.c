// A policy of real time asks for a priority, so this thread is never made.
#include <pthread.h>
#include <sched.h>
int shared;

void *idle(void *unused) { return NULL; }

void *worker(void *unused) {
  pthread_t id;
  pthread_attr_t attribute;
  pthread_attr_init(&attribute);
  pthread_attr_setinheritsched(&attribute, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedpolicy(&attribute, SCHED_RR);
  if (pthread_create(&id, &attribute, idle, NULL) == 0)
    shared++; // IMPRECISE
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
