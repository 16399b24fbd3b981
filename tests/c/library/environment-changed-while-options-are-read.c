// How options stand is told by a variable of the environment, which another thread changes.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

void *worker(void *unused) {
  setenv("POSIXLY_CORRECT", "1", 1); // RACE REACHABLE
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int option = getopt(count, arguments, "v"); // RACE REACHABLE
  pthread_join(id, NULL);
  return option == 'v';
}
