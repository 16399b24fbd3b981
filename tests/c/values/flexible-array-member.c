// The elements behind the struct belong to the allocation.
#include <pthread.h>
#include <stdlib.h>
struct packet {
  int length;
  int data[];
} *packet;

void *worker(void *unused) {
  packet->data[1] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  packet = malloc(sizeof *packet + 4 * sizeof(int));
  packet->length = 4; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  for (int i = 0; i < packet->length; i++) // NORACE
    packet->data[i] = 0; // RACE
  return 0;
}
