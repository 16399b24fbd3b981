// What is no flag may be seen half done.
#include <signal.h>
#include <unistd.h>
static int caught;

static void on(int signal) {
  caught = signal; // RACE
}

int main(void) {
  signal(SIGINT, on);
  if (!caught) // RACE
    pause();
  return 0;
}
