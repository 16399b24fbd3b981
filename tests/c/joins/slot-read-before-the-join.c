// The slot is read before its thread is joined.
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
  own->sum = own->number * 2; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  long sum = 0;
  if (count < 1 || count > 64)
    return 1;
  for (int i = 0; i < count; i++) {
    parts[i].number = i;
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int j = 0; j < count; j++) {
    sum += parts[j].sum; // RACE
    pthread_join(ids[j], NULL);
  }
  return sum;
}
