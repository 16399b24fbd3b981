// What the operand behind the call reads may be read before the thread has ended; behind a sequence point it may not.
#include <pthread.h>
int counter;
int after;
pthread_t id;

void *worker(void *unused) {
  counter++; // RACE REACHABLE
  after++;   // NORACE REACHABLE
  return NULL;
}

int finished(void) { return pthread_join(id, NULL); }

int main(void) {
  pthread_create(&id, NULL, worker, NULL);
  int sum = finished() + counter; // RACE REACHABLE
  return sum || after;            // NORACE REACHABLE
}
