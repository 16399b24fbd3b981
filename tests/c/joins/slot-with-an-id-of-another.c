// A thread writes the id of another one into its slot, so that another one is joined.
#include <pthread.h>
int input(void);

struct part {
  long number, sum;
  pthread_t id;
};

struct part parts[65];

void *worker(void *argument) {
  struct part *own = argument;
  own->id = own[-1].id; // RACE
  own->sum = 2; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  long sum = 0;
  if (count < 1 || count > 64)
    return 1;
  for (int i = 0; i < count; i++) {
    pthread_create(&parts[i].id, NULL, worker, &parts[i]); // RACE
  }
  for (int j = 0; j < count; j++) {
    pthread_join(parts[j].id, NULL); // RACE
    sum += parts[j].sum; // RACE
  }
  return sum;
}
