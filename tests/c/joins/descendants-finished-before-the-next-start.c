// Each round's worker joins its helper before it ends, and is joined before the next round.
#include <pthread.h>
int shared;
int input(void);

void *helper(void *unused) {
  shared++; // IMPRECISE
  return NULL;
}

void *worker(void *unused) {
  pthread_t id;
  pthread_create(&id, NULL, helper, NULL);
  pthread_join(id, NULL);
  return NULL;
}

int main(void) {
  while (input()) {
    pthread_t id;
    pthread_create(&id, NULL, worker, NULL);
    pthread_join(id, NULL);
    shared = 0; // IMPRECISE
  }
  return 0;
}
