// What is asked for is read.
#include <netdb.h>
#include <pthread.h>
#include <stddef.h>
struct addrinfo hints;

void *worker(void *unused) {
  struct addrinfo *found;
  getaddrinfo("localhost", NULL, &hints, &found); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  hints.ai_family = AF_INET; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
