// All threads are passed the address of one variable, whose number goes on under them.
#include <pthread.h>
int input(void);

int results[1000];

void *worker(void *argument) {
  int id = *(int *)argument; // RACE
  if (id >= 0 && id < 1000)
    results[id] = 1; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count > 1000)
    return 1;
  int number;
  for (int i = 0; i < count; i++) {
    pthread_t id;
    number = i; // RACE
    pthread_create(&id, NULL, worker, &number);
  }
  pthread_exit(0);
}
