// The length of the second part is another one than that of the first.
#include <pthread.h>
int input(void);

struct part {
  int low, high;
};
int items[1000000];

void *worker(void *argument) {
  struct part *part = argument;
  for (int k = part->low; k < part->high; k++)
    if (k >= 0 && k < 1000000)
      items[k]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  struct part parts[2];
  int length = input();
  parts[0].low = 0;
  parts[0].high = length;
  length = input();
  parts[1].low = length;
  parts[1].high = 2 * length;
  pthread_create(&ids[0], NULL, worker, &parts[0]);
  pthread_create(&ids[1], NULL, worker, &parts[1]);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
