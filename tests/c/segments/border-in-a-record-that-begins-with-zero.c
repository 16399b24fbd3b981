// The border stands in a record that is passed, behind a number that is zero.
#include <pthread.h>
int input(void);

struct part { int low, high; };
struct config { int which, border; };
int items[1000000];
pthread_t one, other;
struct part parts[2];

void *worker(void *argument) {
  struct part *part = argument;
  for (int k = part->low; k < part->high; k++)
    items[k]++; // RACE
  return argument;
}

void start(struct config config) {
  parts[0].low = 0;
  parts[0].high = config.border;
  pthread_create(&one, 0, worker, &parts[0]);
  parts[1].low = 0;
  parts[1].high = 10;
  pthread_create(&other, 0, worker, &parts[1]);
}

int main(void) {
  int x = input();
  if (x < 0 || x > 1000)
    return 1;
  struct config c;
  c.which = 0; c.border = x;
  start(c);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
