// pepsin: open=always open-groups=one:serialised:set,get
// Callers hold a lock around both functions.
static int value;

void set(int to) {
  value = to; // NORACE
}

int get(void) {
  return value; // NORACE
}
