// A slot is named by a pointer that is set in each round.
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
    struct part *next = &parts[i];
    next->number = i; // NORACE
    pthread_create(&ids[i], NULL, worker, next);
  }
  for (int j = 0; j < count; j++) {
    struct part *done = &parts[j];
    pthread_join(ids[j], NULL);
    sum += done->sum; // NORACE
  }
  return sum;
}
