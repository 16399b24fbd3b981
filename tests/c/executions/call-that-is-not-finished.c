// Executions do not know what the calls give, and need not: one thread stays within its call while the other one makes its own.
#include <netdb.h>
#include <pthread.h>

void *worker(void *unused) {
  gethostbyname("one"); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  gethostbyname("two"); // RACE
  pthread_join(id, NULL);
  return 0;
}
