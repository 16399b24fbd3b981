// pepsin: open=always
// The same without the declaration.
struct handle {
  long position;
};

void move(struct handle *handle, long by) {
  handle->position += by; // RACE
}

long position(struct handle *handle) {
  return handle->position; // RACE
}
