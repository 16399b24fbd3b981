// The old value of what is updated may be read before the operand is computed.
#include <pthread.h>
#include <stdint.h>
long total;
long apart;

void *worker(void *unused) {
  total++; // RACE REACHABLE
  apart++; // NORACE REACHABLE
  return (void *)1;
}

long result(pthread_t id) {
  void *value;
  pthread_join(id, &value);
  return (long)(intptr_t)value;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  long local = 0;
  local += result(id);
  pthread_create(&id, NULL, worker, NULL);
  total += result(id); // RACE REACHABLE
  apart += local;      // NORACE REACHABLE
  return 0;
}
