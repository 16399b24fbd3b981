// The function may return without having set it.
#include <pthread.h>
#include <stdlib.h>

struct item { int value; };
static struct item *shared;

static void set_up(int level) {
  if (level) {
    shared = malloc(sizeof *shared);
    if (!shared) {
      exit(1);
    }
  }
}

static void *reader(void *unused) {
  return shared->value ? unused : 0; // safe:
}

int main(int argc, char **argv) {
  pthread_t id;
  set_up(argc);
  pthread_create(&id, 0, reader, argv);
  return 0;
}
