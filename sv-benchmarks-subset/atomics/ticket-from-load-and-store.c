// SPDX-License-Identifier: MIT OR Apache-2.0
// Drawing a ticket takes two atomic steps, so that two threads may draw the same one.
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket;
int slots[8];

void *guest(void *arg) {
  unsigned ticket = atomic_load(&next_ticket);
  atomic_store(&next_ticket, ticket + 1);
  if (ticket < 8)
    slots[ticket] = (int)(long)arg;
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&ids[i], NULL, guest, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(ids[i], NULL);
  return slots[0];
}
