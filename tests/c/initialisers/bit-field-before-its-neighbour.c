// A designator that goes back to a bit-field leaves its neighbours as they are.
#include <pthread.h>
#include <stddef.h>
struct flags {
  unsigned low : 4, high : 4;
};
struct flags global = {.high = 3, .low = 5};
int shared;

void *worker(void *unused) {
  struct flags local = {.high = 3, .low = 5};
  if (global.high == 3 && local.high == 3 && global.low == 5 && local.low == 5)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE CONFIRMED
  return 0;
}
