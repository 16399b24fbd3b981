// What `fcntl` tells of a descriptor is how the program opened it; where a file ends, the file system decides.
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/times.h>
#include <termios.h>
#include <unistd.h>
int never, always, some;

static void check(int holds) {
  if (!holds)
    never++; // IMPRECISE
}

void *worker(void *unused) {
  int file = open("name", O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) {
    check(fcntl(file, F_GETFL) == (O_RDWR | O_APPEND | 0100000));
    check(fcntl(file, F_GETFD) == FD_CLOEXEC);
    int copy = fcntl(file, F_DUPFD, 10);
    if (copy >= 0) {
      check(copy >= 10 && fcntl(copy, F_GETFD) == 0);
      check(fcntl(copy, F_SETFL, fcntl(copy, F_GETFL) | O_NONBLOCK) == 0);
      check(fcntl(file, F_GETFL) & O_NONBLOCK);
    }
    off_t at = lseek(file, 7, SEEK_SET), end = lseek(file, 0, SEEK_END);
    check((at == 7 || at == -1) && end >= -1);
    if (end == 5)
      some++; // RACE
  }
  check(fcntl(-1, F_GETFL) == -1);
  struct tms first, second;
  clock_t before = times(&first);
  check(times(&second) >= before && second.tms_utime >= first.tms_utime);
  check(hypot(3, 4) == 5 && hypot(0, -2) == 2);
  char *path = realpath("name", NULL);
  if (path) {
    check(path[0] == '/');
    free(path);
    always++; // RACE CONFIRMED
  }
  struct termios terminal;
  if (tcgetattr(0, &terminal) == 0 && tcsetattr(0, TCSANOW, &terminal) == 0)
    always++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
