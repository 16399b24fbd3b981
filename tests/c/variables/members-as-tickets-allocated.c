// A number counted from one, in memory allocated for each thread.
#include <pthread.h>
#include <stdlib.h>

struct order {
  int priority;
  int number;
};
struct order done[1001];

void *worker(void *argument) {
  struct order *own = argument;
  int number = own->number;
  done[number].priority = own->priority;
  free(own);
  done[number].number = 1;
  return NULL;
}

int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  if (count > 1000)
    return 1;
  for (int i = 0; i < count; i++) {
    struct order *order = malloc(sizeof *order);
    if (!order)
      return 1;
    order->priority = 5;
    order->number = i + 1;
    pthread_t id;
    pthread_create(&id, NULL, worker, order);
  }
  pthread_exit(NULL);
}
