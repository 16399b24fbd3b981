// The pointer to the slots is another one when they are read.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  long number, sum;
  pthread_t id;
};

pthread_t ids[64];

void *worker(void *argument) {
  struct part *own = argument;
  own->sum = own->number * 2; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  long sum = 0;
  if (count < 1 || count > 64)
    return 1;
  struct part *parts = calloc(70, sizeof *parts);
  for (int i = 0; i < count; i++) {
    parts[i].number = i;
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  parts = parts + 1;
  for (int j = 0; j < count; j++) {
    pthread_join(ids[j], NULL);
    sum += parts[j].sum; // RACE
  }
  return sum;
}
