// What is stored through a pointer from outside may be in a variable with external linkage.
#include <pthread.h>
int chosen;
int *find(void);
static int counter;

void *worker(void *unused) {
  counter++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  *find() = 1;
  if (chosen)
    counter++; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
