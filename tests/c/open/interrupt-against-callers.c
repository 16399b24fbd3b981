// pepsin: open=always open-groups=timer:interrupt:tick
// An interrupt comes at any time, but does not interrupt itself.
static int own;
static int shared;

void tick(void) {
  own++;    // NORACE
  shared++; // RACE
}

int ticks(void) {
  return shared; // RACE
}
