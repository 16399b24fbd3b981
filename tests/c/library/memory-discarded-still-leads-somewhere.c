// Memory that may have lost what it held may hold it still.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int **cells;
static int first;

static void *worker(void *argument) {
  first++; // RACE
  return argument;
}

int main(void) {
  pthread_t thread;
  cells = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (cells == MAP_FAILED)
    return 1;
  cells[0] = &first;
  madvise(cells, 8192, MADV_DONTNEED);
  pthread_create(&thread, NULL, worker, NULL);
  if (cells[0])
    (*cells[0])++; // RACE
  pthread_join(thread, NULL);
  return 0;
}
