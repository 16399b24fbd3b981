// Main fills the slot of each thread before it is created, and reads it when that is joined, while others run.
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
  own->sum = own->number * 2;
  return NULL;
}

int main(void) {
  int count = input();
  long sum = 0;
  if (count < 1 || count > 64)
    return 1;
  for (int i = 0; i < count; i++) {
    parts[i].number = i; // NORACE
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int j = 0; j < count; j++) {
    pthread_join(ids[j], NULL);
    sum += parts[j].sum; // NORACE
  }
  return sum;
}
