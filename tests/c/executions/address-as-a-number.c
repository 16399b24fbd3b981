// An address of the internet is a number in the order of the network.
#include <pthread.h>
#include <arpa/inet.h>
int shared;

void *worker(void *unused) {
  if (inet_addr("1.2.3.4") == 0x04030201)
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
