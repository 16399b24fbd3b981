// pepsin: open=always
// A constructor is called by nobody but the loader.
static int mode;

__attribute__((constructor)) static void choose(void) {
  mode = 3; // NORACE
}

int get_mode(void) {
  return mode; // NORACE
}
