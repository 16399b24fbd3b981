// There may be a link with a name.
#include <pthread.h>
#include <unistd.h>
char target[16];

void *worker(void *unused) {
  readlink("current", target, sizeof target); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  target[0] = 1; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
