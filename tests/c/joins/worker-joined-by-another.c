// The handle is that of a thread that another one started: joining it tells nothing of the own worker.
#include <pthread.h>
int shared;
pthread_t handed_over;
int input(void);

void *worker(void *depth) {
  if (depth) {
    pthread_create(&handed_over, NULL, worker, NULL); // IMPRECISE
    return NULL;
  }
  shared++; // RACE
  return NULL;
}

int main(void) {
  while (input()) {
    pthread_t id;
    pthread_create(&id, NULL, worker, &shared);
    pthread_join(id, NULL);
    pthread_create(&id, NULL, worker, NULL);
    pthread_join(handed_over, NULL); // IMPRECISE
    shared = 0; // RACE
  }
  return 0;
}
