// Parts of a path are told in the path itself, and the name of the user in memory of the caller.
#include <libgen.h>
#include <pthread.h>
#include <unistd.h>

void *worker(void *unused) {
  char path[32] = "/usr/lib/file", name[64];
  char *folder = dirname(path);       // NORACE
  getlogin_r(name, sizeof name);      // NORACE
  return folder[0] == '/' ? NULL : unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
