// There is no such family of addresses.
#include <pthread.h>
#include <sys/socket.h>
int shared;

void *worker(void *unused) {
  if (socket(-5, SOCK_STREAM, 0) >= 0) // ENDS
    shared++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
