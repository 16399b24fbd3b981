// The folder of a name is before its last slash.
#include <pthread.h>
#include <libgen.h>
#include <string.h>
int shared;

void *worker(void *unused) {
  char name[] = "/a/b/";
  if (strcmp(dirname(name), "/a/b") == 0)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
