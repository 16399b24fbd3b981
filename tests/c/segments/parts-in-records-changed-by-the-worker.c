// A worker goes on behind the end of its part.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  int low, high;
};
int values[1000000];

void *worker(void *argument) {
  struct part *part = argument;
  part->high++;
  for (int k = part->low; k < part->high; k++)
    values[k] = k; // RACE
  return NULL;
}

int main(void) {
  int size = input(), count = input();
  if (count < 1 || size < 1 || size > 900000)
    return 1;
  int chunk = size / count;
  for (int i = 0; i < count; i++) {
    struct part *part = malloc(sizeof *part);
    part->low = i * chunk;
    part->high = (i + 1) * chunk;
    pthread_t id;
    pthread_create(&id, NULL, worker, part);
  }
  return 0;
}
