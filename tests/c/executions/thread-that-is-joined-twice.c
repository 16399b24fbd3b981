// Nothing is left of a thread that was joined: to join it again is undefined.
#include <pthread.h>
int shared;

void *idle(void *unused) { return NULL; }

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id, other;
  pthread_create(&other, NULL, idle, NULL);
  pthread_join(other, NULL);
  pthread_create(&id, NULL, worker, NULL);
  pthread_join(other, NULL); // ENDS
  shared++; // RACE
  pthread_join(id, NULL);
  return 0;
}
