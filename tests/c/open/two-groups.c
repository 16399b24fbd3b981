// pepsin: open=always open-groups=left:serialised:set_left,get_left;right:serialised:set_right,get_right
// Two groups that are serialised each for itself, on variables of their own.
static int left, right;

void set_left(int to) {
  left = to; // NORACE
}

int get_left(void) {
  return left; // NORACE
}

void set_right(int to) {
  right = to; // NORACE
}

int get_right(void) {
  return right; // NORACE
}
