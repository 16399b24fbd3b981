// Nothing is received by a socket without a peer.
#include <pthread.h>
#include <sys/socket.h>
int shared;

void *worker(void *unused) {
  char byte;
  int alone = socket(AF_INET, SOCK_STREAM, 0);
  if (alone >= 0 && recv(alone, &byte, 1, 0) == 1)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
