// None of no descriptors is looked at.
#include <poll.h>
#include <pthread.h>
struct pollfd polled;

void *worker(void *unused) {
  poll(&polled, 0, 0); // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  polled.fd = 1; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
