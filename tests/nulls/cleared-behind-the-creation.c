// The creator takes back what the thread was to find.
#include <pthread.h>
#include <stdlib.h>

struct settings { int level; };
static struct settings *settings;

static void *reader(void *unused) {
  int level = settings->level; // safe: unsound
  return level ? unused : 0;
}

int main(void) {
  pthread_t id;
  settings = malloc(sizeof *settings);
  if (settings == 0) {
    return 1;
  }
  settings->level = 3; // safe: unsound full
  pthread_create(&id, 0, reader, 0);
  settings = 0;
  pthread_join(id, 0);
  return 0;
}
