// What is a terminal tells so each time, and has no positions.
#include <errno.h>
#include <pthread.h>
#include <termios.h>
#include <unistd.h>
int is_one, is_none, never;

void *worker(void *unused) {
  struct termios attributes;
  if (isatty(0)) {
    is_one++; // RACE CONFIRMED
    if (tcgetattr(0, &attributes) != 0 || lseek(0, 0, SEEK_SET) == 0)
      never++; // IMPRECISE
  } else {
    is_none++; // RACE CONFIRMED
    if (tcgetattr(0, &attributes) == 0 || errno != ENOTTY || tcsetattr(0, TCSANOW, &attributes) == 0)
      never++; // IMPRECISE
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
