// A peer may connect to a socket that listens.
#include <pthread.h>
#include <netinet/in.h>
#include <sys/socket.h>
int shared;

void *worker(void *unused) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  int server = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(server, (struct sockaddr *)&address, sizeof address) != 0 || listen(server, 1) != 0)
    return NULL;
  if (accept(server, NULL, NULL) >= 0)
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
