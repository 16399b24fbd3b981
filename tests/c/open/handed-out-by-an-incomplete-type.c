// pepsin: open=always
// A handle is handed out and comes back as a pointer to void.
#include <stdlib.h>

struct thing {
  int value;
};

void *thing_make(void) {
  struct thing *thing = malloc(sizeof *thing);
  if (thing)
    thing->value = 0; // NORACE
  return thing;
}

void thing_set(void *handle, int value) {
  struct thing *thing = handle;
  thing->value = value; // RACE
}
