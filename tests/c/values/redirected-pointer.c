// A function redirects the pointer of its caller.
#include <pthread.h>
int shared, own;

static void redirect(int **pointer) { *pointer = &shared; }

void *worker(void *unused) {
  int *target = &own;
  redirect(&target);
  *target = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
