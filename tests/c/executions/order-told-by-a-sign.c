// Which text is less is told by a sign, and which number that has is up to the compiler and the library.
#include <pthread.h>
#include <string.h>

static int v;

static void *worker(void *unused) {
  v++; // RACE
  return unused;
}

int main(void) {
  pthread_t id;
  if (strcmp("a", "c") == -1) {
    pthread_create(&id, NULL, worker, NULL);
    v++; // RACE
    pthread_join(id, NULL);
  }
  return 0;
}
