// Elements are dealt out in turn, to threads with numbers from below zero on, too.
#include <pthread.h>
#include <stdlib.h>
int input(void);

static int n;
static int items[1000];
struct part {
  int number;
};

void *worker(void *argument) {
  struct part *part = argument;
  for (int k = part->number; k < 900; k += n)
    items[k + 2]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  n = input();
  if (n < 1 || n > 64)
    return 1;
  for (int i = -2; i < n; i++) {
    struct part *part = malloc(sizeof *part);
    if (!part)
      exit(1);
    part->number = i;
    pthread_create(&id, NULL, worker, part);
  }
  pthread_exit(NULL);
}
