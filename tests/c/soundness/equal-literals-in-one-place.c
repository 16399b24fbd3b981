// Compilers put equal literals in one place, and one that ends another into that.
#include <pthread.h>
static int data;

static void *worker(void *unused) {
  const char *name = "queue", *same = "queue";
  if (name == same)
    data++; // RACE REACHABLE
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  return 0;
}
