// The last component of a name is behind the last slash.
#include <pthread.h>
#include <libgen.h>
int shared;

void *worker(void *unused) {
  char name[] = "/a/b/";
  if (basename(name)[0] == 'b')
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
