// What follows a member of a struct without a name fills that struct first.
#include <pthread.h>
#include <stddef.h>
struct three {
  struct {
    int first, second;
  };
  int third;
};
struct three global = {.first = 1, 2, 3};
int shared;

void *worker(void *unused) {
  struct three local = {.first = 1, 2, 3};
  if (global.second == 2 && global.third == 3 && local.second == 2 && local.third == 3)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE CONFIRMED
  return 0;
}
