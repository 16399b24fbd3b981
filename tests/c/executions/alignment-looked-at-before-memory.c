// An alignment that there is not is refused as such, whether or not there is memory.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static int v;

static void *worker(void *unused) {
  v++; // IMPRECISE
  return unused;
}

int main(void) {
  pthread_t id;
  void *memory;
  if (posix_memalign(&memory, 3, 8) != EINVAL) {
    pthread_create(&id, NULL, worker, NULL);
    v++; // IMPRECISE
    pthread_join(id, NULL);
  }
  return 0;
}
