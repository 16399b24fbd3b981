// What follows a range of elements with a member fills what follows in the last one only.
#include <pthread.h>
#include <stddef.h>
struct pair {
  int first, second;
};
struct pair global[3] = {[0 ... 2].first = 5, 7};
int shared;

void *worker(void *unused) {
  struct pair local[3] = {[0 ... 2].first = 5, 7};
  if (global[1].second == 0 && global[2].second == 7 && local[1].second == 0 && local[2].second == 7)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE CONFIRMED
  return 0;
}
