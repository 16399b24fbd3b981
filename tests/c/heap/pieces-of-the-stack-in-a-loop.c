// What `alloca` gave in the first round still lives in the second one, and leads where it led.
#include <alloca.h>
#include <pthread.h>
int shared, other;

void *worker(void *unused) {
  shared = 1; // RACE
  return unused;
}

int main(void) {
  pthread_t thread;
  int **first = NULL;
  for (int round = 0; round < 2; round++) {
    int **piece = alloca(sizeof *piece);
    *piece = round ? &other : &shared;
    if (round == 0)
      first = piece;
  }
  pthread_create(&thread, NULL, worker, NULL);
  **first = 2; // RACE
  pthread_join(thread, NULL);
  return 0;
}
