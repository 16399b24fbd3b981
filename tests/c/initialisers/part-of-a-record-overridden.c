// Whether a record that an expression gave keeps its other parts, compilers do not agree on: gcc makes them zero, clang keeps them.
#include <pthread.h>
struct inner {
  int first, second;
};
struct outer {
  struct inner inner;
  int last;
};
int racy;

void *worker(void *unused) {
  struct inner given = {1, 2};
  struct outer outer = {given, .inner.second = 9, .last = 3}; // OBSTACLE ENDS
  if (outer.inner.first == 0)
    racy++;
  return 0;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], 0, worker, 0);
  pthread_create(&ids[1], 0, worker, 0);
  pthread_join(ids[0], 0);
  pthread_join(ids[1], 0);
  return 0;
}
