// What the library calls back for each file counts under a lock, with all kinds of parameters.
#define _GNU_SOURCE
#include <ftw.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
long files, depth;

static int visit(const char *name, const struct stat *found, int kind, struct FTW *where) {
  pthread_mutex_lock(&lock);
  files += found->st_nlink; // NORACE
  depth = where->level;     // NORACE
  pthread_mutex_unlock(&lock);
  return kind == FTW_DNR || name[where->base] == '.';
}

void *worker(void *unused) {
  nftw("/tmp", visit, 8, FTW_PHYS);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  nftw("/var", visit, 8, FTW_PHYS);
  pthread_mutex_lock(&lock);
  files = 0; // NORACE
  pthread_mutex_unlock(&lock);
  return 0;
}
