// The same elements are reached by a pointer to the first one, which counts on.
#include <pthread.h>
int input(void);

struct worker {
  long sum;
  int items[8];
  unsigned top;
};
struct worker workers[4];

void *run(void *argument) {
  int *item = workers[(unsigned)input() % 4].items;
  item += (unsigned)input() % 8;
  *item = 1; // RACE
  return argument;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, run, NULL);
  workers[2].sum = 1;      // NORACE
  workers[2].top = 1;      // NORACE
  workers[2].items[7] = 1; // RACE
  pthread_join(id, NULL);
  return 0;
}
