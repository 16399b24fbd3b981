// SPDX-License-Identifier: MIT OR Apache-2.0
// Each thread draws a unique ticket and writes only the slot of that number.
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket;
int slots[8];

void *guest(void *arg) {
  unsigned ticket = atomic_fetch_add(&next_ticket, 1);
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
