// pepsin: open=always open-groups=one:serialised:set
// Callers hold a lock around one of both only.
static int value;

void set(int to) {
  value = to; // RACE
}

int get(void) {
  return value; // RACE
}
