// pepsin: open=always open-groups=handles:serialised-by-argument:move
// Calls with different handles overlap, and race on what they have in common.
struct handle {
  long position;
};

static long moves;

void move(struct handle *handle, long by) {
  handle->position += by; // NORACE
  moves++;                // RACE
}
