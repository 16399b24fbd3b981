// As many threads are created as a number says, and as many joined as the copy of that says in the record of their ids.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct crew {
  pthread_t ids[64];
  int count;
};
int shared;

void *worker(void *argument) {
  return shared ? argument : NULL; // NORACE
}

int main(void) {
  struct crew crew;
  int count = input();
  if (count < 1 || count > 64)
    return 1;
  crew.count = count;
  for (int i = 0; i < count; i++)
    if (pthread_create(&crew.ids[i], NULL, worker, NULL))
      exit(1);
  for (int i = 0; i < crew.count; i++)
    pthread_join(crew.ids[i], NULL);
  shared = 1; // NORACE
  return 0;
}
