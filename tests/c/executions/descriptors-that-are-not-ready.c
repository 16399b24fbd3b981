// A wait without an end does not end before something is ready, and only what was asked for is.
#include <poll.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  pthread_t id;
  if (poll(&input, 1, -1) == 1 && input.revents == POLLIN)
    return 0;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
