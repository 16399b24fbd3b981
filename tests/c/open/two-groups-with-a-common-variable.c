// pepsin: open=always open-groups=left:serialised:set;right:serialised:get
// Two groups do not exclude each other.
static int common;

void set(int to) {
  common = to; // RACE
}

int get(void) {
  return common; // RACE
}
