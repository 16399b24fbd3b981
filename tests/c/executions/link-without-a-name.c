// There is no file without a name, so that nothing is stored of it.
#include <pthread.h>
#include <unistd.h>
char target[16];

void *worker(void *unused) {
  readlink("", target, sizeof target); // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  target[0] = 1; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
