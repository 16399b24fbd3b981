// A record is handed over by atomic assignments.
#include <pthread.h>

struct pair {
  long a, b;
};
static _Atomic struct pair handed;
static int datum;

static void *writer(void *unused) {
  struct pair pair = {1, 2};
  datum = 1; // IMPRECISE
  handed = pair;
  return unused;
}

int main(void) {
  pthread_t id;
  struct pair pair;
  pthread_create(&id, NULL, writer, NULL);
  do
    pair = handed;
  while (pair.b != 2);
  datum++; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
