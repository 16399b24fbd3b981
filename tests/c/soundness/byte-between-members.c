// A byte between two members of an initialised record may hold anything.
#include <pthread.h>

struct key {
  char kind;
  int number;
};
static int v;

static void *worker(void *unused) {
  struct key keys[4] = {{1, 2}, {3, 4}};
  if (((unsigned char *)keys)[9])
    v++; // RACE
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  v++; // RACE
  pthread_join(id, NULL);
  return 0;
}
