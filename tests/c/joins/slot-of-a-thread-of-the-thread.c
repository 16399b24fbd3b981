// The thread hands its slot to a thread of its own, and ends.
#include <pthread.h>
int input(void);

struct part {
  long number, sum;
  pthread_t id;
};

pthread_t ids[64];
struct part parts[64];

void *worker(void *argument) {
  struct part *own = argument;
  own->sum = 2; // RACE
  return NULL;
}

void *manager(void *argument) {
  pthread_t child;
  pthread_create(&child, NULL, worker, argument);
  return NULL;
}

int main(void) {
  int count = input();
  long sum = 0;
  if (count < 1 || count > 64)
    return 1;
  for (int i = 0; i < count; i++) {
    pthread_create(&ids[i], NULL, manager, &parts[i]);
  }
  for (int j = 0; j < count; j++) {
    pthread_join(ids[j], NULL);
    sum += parts[j].sum; // RACE
  }
  return sum;
}
