// The text of an address has its bytes.
#include <pthread.h>
#include <arpa/inet.h>
#include <string.h>
int shared;

void *worker(void *unused) {
  struct in_addr address = {htonl(0x01020304)};
  if (strcmp(inet_ntoa(address), "1.2.3.4") == 0)
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
