// One helper allocates what two members of a record lead to, for two threads.
#include <pthread.h>
#include <stdlib.h>

static struct {
  int *odd, *even;
} numbers;

static int *make(void) {
  int *made = calloc(16, sizeof(int));
  if (!made)
    exit(1);
  return made;
}

static void make_all(int **all[]) {
  for (int k = 0; k < 2; k++)
    *all[k] = make();
}

void *odd(void *unused) {
  numbers.odd[3] = 1; // NORACE REACHABLE
  return unused;
}

void *even(void *unused) {
  numbers.even[3] = 1; // NORACE REACHABLE
  return unused;
}

int main(void) {
  pthread_t ids[2];
  make_all((int **[]){&numbers.odd, &numbers.even});
  pthread_create(&ids[0], NULL, odd, NULL);
  pthread_create(&ids[1], NULL, even, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
