// The text of an address has no other bytes.
#include <pthread.h>
#include <arpa/inet.h>
#include <string.h>
int shared;

void *worker(void *unused) {
  struct in_addr address = {htonl(0x01020304)};
  if (strcmp(inet_ntoa(address), "4.3.2.1") == 0)
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
