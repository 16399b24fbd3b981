// Numbers from counters of 32 bits and fewer, by other operators, through a function, with a limit in a variable, and by steps of eight.
#include <pthread.h>
#include <stdatomic.h>
atomic_uint next_square;
int next_cube;
_Atomic int next_root;
unsigned char next_half;
int next_block;
struct {
  atomic_int next;
  atomic_int done;
} state;
int squares[1000], cubes[1000], roots[1000], halves[100], blocks[1000], sums[1000];

static unsigned next_row(void) { return atomic_fetch_add(&next_square, 1); }

void *worker(void *unused) {
  int limit = 1000;
  unsigned row;
  while ((row = next_row()) < 1000)
    squares[row] = 1; // NORACE
  for (int i = __sync_fetch_and_add(&next_cube, 1); i < limit; i = __sync_fetch_and_add(&next_cube, 1))
    cubes[i] = 1; // NORACE
  for (;;) {
    int i = next_root++;
    if (i >= 1000)
      break;
    roots[i] = 1; // NORACE
  }
  for (;;) {
    int i = __atomic_fetch_add(&next_half, 1, __ATOMIC_RELAXED);
    if (i >= 100)
      break;
    halves[i] = 1; // NORACE
  }
  for (;;) {
    int block = __sync_add_and_fetch(&next_block, 8) - 8;
    if (block > 992)
      break;
    blocks[block] = 1;     // NORACE
    blocks[block + 7] = 1; // NORACE
  }
  for (;;) {
    int i = atomic_fetch_add(&state.next, 1);
    if (i >= 1000)
      break;
    sums[i] = 1; // NORACE
    atomic_fetch_add(&state.done, 1);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
