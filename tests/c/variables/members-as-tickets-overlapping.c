// Numbers are written closer to each other than they are wide: the next one changes the upper bytes of the one before.
#include <pthread.h>
int input(void);

char bytes[1008];
int results[70000];

void *worker(void *argument) {
  int id = *(int *)argument; // RACE
  if (id >= 0 && id < 70000)
    results[id] = 1; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count > 100)
    return 1;
  for (int i = 0; i < count; i++) {
    pthread_t id;
    *(int *)&bytes[2 * i] = i; // RACE
    pthread_create(&id, NULL, worker, &bytes[2 * i]);
  }
  return 0;
}
