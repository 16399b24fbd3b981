// pepsin: open=always open-groups=left:serialised:set,get;right:serialised:get,look
// A function may be in two groups: it excludes the calls of both.
static int common, other;

void set(int to) {
  common = to; // NORACE
}

int get(void) {
  other = common; // NORACE
  return other; // NORACE
}

int look(void) {
  return other; // NORACE
}
