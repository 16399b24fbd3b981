// `thrd_create` fails, too.
#include <threads.h>
int counter;

int worker(void *unused) {
  counter++; // RACE REACHABLE
  return 0;
}

int idle(void *unused) { return 0; }

int main(void) {
  thrd_t one, two;
  if (thrd_create(&one, worker, NULL) != thrd_success)
    return 1;
  if (thrd_create(&two, idle, NULL) != thrd_success)
    return counter; // RACE REACHABLE
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return counter; // NORACE REACHABLE
}
