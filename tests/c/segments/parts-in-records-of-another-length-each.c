// From one worker to the next the parts become shorter: they overlap.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  int low, high;
};
int values[1000000];

void *worker(void *argument) {
  struct part *part = argument;
  for (int k = part->low; k < part->high; k++)
    values[k] = k; // RACE
  return NULL;
}

int main(void) {
  int chunk = input(), count = input();
  if (count < 1 || count > 1000 || chunk < count || chunk > 1000)
    return 1;
  for (int i = 0; i < count; i++) {
    struct part *part = malloc(sizeof *part);
    part->low = i * chunk;
    part->high = i * chunk + chunk;
    pthread_t id;
    pthread_create(&id, NULL, worker, part);
    chunk--;
  }
  return 0;
}
