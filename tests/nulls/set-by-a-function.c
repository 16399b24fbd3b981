// What holds whenever a function returns holds behind its calls.
#include <pthread.h>
#include <stdlib.h>

struct item { int value; };
static struct item *shared;

static void set_up(void) {
  shared = malloc(sizeof *shared);
  if (!shared) {
    exit(1);
  }
}

static void *reader(void *unused) {
  return shared->value ? unused : 0; // safe: unsound full
}

int main(void) {
  pthread_t id;
  set_up();
  shared->value = 1; // safe: unsound full
  pthread_create(&id, 0, reader, 0);
  return 0;
}
