// A thread lowers the copy of the number up to which threads are joined.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct crew {
  pthread_t ids[64];
  int count;
};
struct crew crew;
int shared;

void *worker(void *argument) {
  crew.count = 0;                  // RACE
  return shared ? argument : NULL; // RACE
}

int main(void) {

  int count = input();
  if (count < 1 || count > 64)
    return 1;
  crew.count = count;
  for (int i = 0; i < count; i++)
    if (pthread_create(&crew.ids[i], NULL, worker, NULL))
      exit(1);
  for (int i = 0; i < crew.count; i++) // RACE
    pthread_join(crew.ids[i], NULL);
  shared = 1; // RACE
  return 0;
}
