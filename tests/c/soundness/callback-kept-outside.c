// A function from outside of the program is passed a function of the program, which it calls whenever it likes.
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <pthread.h>
int files;

static int visit(const char *path, const struct stat *status, int flag, struct FTW *position) {
  files++;
  return 0;
}

static void *worker(void *unused) {
  nftw("/", visit, 4, 0); // OBSTACLE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
