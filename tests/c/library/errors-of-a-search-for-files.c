// `glob` tells the directories that it cannot read to a function, in the calling thread.
#include <glob.h>
#include <pthread.h>
#include <stddef.h>
int errors;

static int count(const char *path, int error) {
  errors++; // RACE
  return 0;
}

void *worker(void *unused) {
  glob_t found;
  glob("/*/*", 0, count, &found);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  errors++; // RACE
  return 0;
}
