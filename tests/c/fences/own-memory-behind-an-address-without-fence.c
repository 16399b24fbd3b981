// Who has read an address without order still has variables and memory of its own, to which that address cannot lead.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int text;
};
_Atomic(struct message *) letterbox;

static void count(int *number) {
  *number += 1;
}

static void *worker(void *argument) {
  int own = 0;
  if (atomic_load_explicit(&letterbox, memory_order_relaxed)) {
    count(&own);
  }
  int *private = malloc(sizeof *private);
  *private = own;
  count(private);
  free(private);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  struct message *message = malloc(sizeof *message);
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, worker, NULL);
  }
  atomic_store_explicit(&letterbox, message, memory_order_relaxed);
  return 0;
}
