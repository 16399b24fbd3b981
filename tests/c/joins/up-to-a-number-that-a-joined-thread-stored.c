// The copy of the number up to which threads are joined was lowered by a thread that is joined before.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct crew {
  pthread_t ids[64];
  int count;
} crew;
int shared;

void *lower(void *argument) {
  crew.count = 0;
  return argument;
}

void *worker(void *argument) {
  return shared ? argument : NULL; // RACE
}

int main(void) {
  pthread_t id;
  int count = input();
  if (count < 1 || count > 64)
    return 1;
  crew.count = count;
  pthread_create(&id, NULL, lower, NULL);
  pthread_join(id, NULL);
  for (int i = 0; i < count; i++)
    if (pthread_create(&crew.ids[i], NULL, worker, NULL))
      exit(1);
  for (int i = 0; i < crew.count; i++)
    pthread_join(crew.ids[i], NULL);
  shared = 1; // RACE
  return 0;
}
