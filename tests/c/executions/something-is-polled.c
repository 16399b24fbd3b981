// What is polled is read.
#include <poll.h>
#include <pthread.h>
struct pollfd polled;

void *worker(void *unused) {
  poll(&polled, 1, 0); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  polled.fd = 1; // RACE
  pthread_join(id, NULL);
  return 0;
}
