// A cancelled thread ends where it closes a descriptor.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int v;
static atomic_int go;

static void *worker(void *unused) {
  while (!atomic_load(&go))
    ;
  close(-1);
  v++; // IMPRECISE
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_cancel(id);
  atomic_store(&go, 1);
  v++; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
