// Descriptors are awaited, and a wait for none of them is a sleep.
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  struct timeval moment = {0, 1000};
  pthread_t id;
  fd_set set;
  FD_ZERO(&set);
  FD_SET(0, &set);
  if (select(0, NULL, NULL, NULL, &moment) != 0)
    return 1;
  if (poll(&input, 1, 10) == 1 && input.revents != POLLIN)
    return 1;
  if (select(1, &set, NULL, NULL, NULL) != 1 || !FD_ISSET(0, &set))
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
