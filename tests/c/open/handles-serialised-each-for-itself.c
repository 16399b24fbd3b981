// pepsin: open=always open-groups=handles:serialised-by-argument:move,position
// Callers do not use one handle in two calls at once.
struct handle {
  long position;
};

void move(struct handle *handle, long by) {
  handle->position += by; // NORACE
}

long position(struct handle *handle) {
  return handle->position; // NORACE
}
