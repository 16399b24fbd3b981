// A complex number takes one item of a list.
#include <pthread.h>
#include <stddef.h>
struct point {
  _Complex float at;
  int tag;
} points[2] = {{1, 2}, // OBSTACLE
               {3, 4}}; // OBSTACLE
int shared;

void *worker(void *unused) {
  if (points[1].tag == 4)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE
  return 0;
}
