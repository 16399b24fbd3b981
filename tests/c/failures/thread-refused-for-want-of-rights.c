// A thread may be refused for other reasons than that there are too many: a search of all states tries each number that tells so.
#include <errno.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t id, other;
  pthread_attr_t attribute;
  pthread_attr_init(&attribute);
  pthread_attr_setinheritsched(&attribute, PTHREAD_EXPLICIT_SCHED);
  if (pthread_create(&other, &attribute, idle, NULL) == EPERM) {
    pthread_create(&id, NULL, worker, NULL);
    shared++; // RACE
    pthread_join(id, NULL);
  }
  return 0;
}
