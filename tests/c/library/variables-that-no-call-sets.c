// Twin of variables-that-calls-set.c: calls leave alone what their rows do not name.
#include <pthread.h>
#include <time.h>
#include <unistd.h>

int counter;

void *worker(void *unused) {
  counter++; // NORACE
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  opterr = 0;
  getopt(count, arguments, "a");
  if (opterr)
    counter = 1;
  timezone = 12345;
  getopt(count, arguments, "a");
  if (timezone != 12345)
    counter = 2;
  pthread_join(id, NULL);
  counter = 3; // NORACE
  return 0;
}
