// What comes next is a member of answers only, though questions are of the same type.
#include <netdb.h>
#include <pthread.h>
#include <stddef.h>
struct addrinfo hints;

void *worker(void *unused) {
  struct addrinfo *found;
  getaddrinfo("localhost", NULL, &hints, &found); // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  hints.ai_next = NULL; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
