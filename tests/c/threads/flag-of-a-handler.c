// A process of one thread runs its handlers itself, and flags are made for that.
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t caught; // the type is a volatile `int`

static void on(int signal) {
  caught = signal; // NORACE
}

int main(void) {
  signal(SIGINT, on);
  while (!caught) // NORACE
    pause();
  return 0;
}
