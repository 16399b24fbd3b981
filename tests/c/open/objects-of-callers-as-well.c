// pepsin: open=always open-objects=any
// Callers may have objects of their own of a type of which the program hands out some.
#include <stdlib.h>

struct thing {
  int value;
};

struct thing *thing_make(void) {
  return calloc(1, sizeof(struct thing));
}

void thing_set(struct thing *thing, int value) {
  thing->value = value; // RACE
}
