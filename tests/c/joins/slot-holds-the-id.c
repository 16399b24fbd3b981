// Slots that are allocated, and in which the ids stand, too.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  long number, sum;
  pthread_t id;
};

void *worker(void *argument) {
  struct part *own = argument;
  own->sum = own->number * 2;
  return NULL;
}

int main(void) {
  int count = input();
  long sum = 0;
  if (count < 1 || count > 64)
    return 1;
  struct part *parts = calloc(count, sizeof *parts);
  for (int i = 0; i < count; i++) {
    parts[i].number = i; // NORACE
    pthread_create(&parts[i].id, NULL, worker, &parts[i]);
  }
  for (int j = 0; j < count; j++) {
    pthread_join(parts[j].id, NULL);
    sum += parts[j].sum; // NORACE
  }
  free(parts);
  return sum;
}
