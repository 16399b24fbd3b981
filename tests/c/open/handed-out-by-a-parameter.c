// pepsin: open=always
// Objects are handed out where a parameter points, and come back.
#include <stdlib.h>

struct thing {
  int value;
};

int thing_make(struct thing **to) {
  struct thing *thing = malloc(sizeof *thing);
  if (!thing)
    return -1;
  thing->value = 0; // NORACE
  *to = thing;      // NORACE
  return 0;
}

void thing_set(struct thing *thing, int value) {
  thing->value = value; // RACE
}
