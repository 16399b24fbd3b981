// Side effects inside of expressions: statement expressions, commas, conditionals, short circuits.
#include <pthread.h>
int shared, other;

void *worker(void *unused) {
  int seen = ({ int copy = shared; copy + 1; }); // RACE
  seen = ((void)other, shared); // RACE
  seen = seen > 5 ? other : shared; // RACE
  seen = seen && shared; // RACE
  return (void *)(long)seen;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
