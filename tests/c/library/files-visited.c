// The library calls a function for each file, in the thread that asks for it, and more than once.
#include <ftw.h>
#include <pthread.h>
int files, large, last;

static int visit(const char *name, const struct stat *found, int kind) {
  files++; // NORACE
  if (files == 2) // NORACE
    last = kind; // RACE
  if (found->st_size > 100 && name[0] == '/')
    large++; // RACE
  return 0;
}

void *worker(void *unused) {
  ftw("/tmp", visit, 8); // ENDS
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  large = 0; // RACE
  last = 1; // RACE
  return 0;
}
