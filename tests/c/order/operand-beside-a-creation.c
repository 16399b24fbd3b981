// An operand of a sum is read before or behind the call in the other one.
#include <pthread.h>
int counter;
int early;

void *worker(void *unused) {
  counter++; // RACE REACHABLE
  early++;   // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  int before = early;                                             // NORACE REACHABLE
  return before + (counter + pthread_create(&id, NULL, worker, NULL)); // RACE REACHABLE
}
