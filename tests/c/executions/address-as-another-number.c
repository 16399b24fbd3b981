// An address of the internet is no other number.
#include <pthread.h>
#include <arpa/inet.h>
int shared;

void *worker(void *unused) {
  if (inet_addr("1.2.3.4") == 0x01020304)
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
