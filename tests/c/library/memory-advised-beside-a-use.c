// Advice that changes nothing is no access, and what memory holds stays there.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int **cells;
static int first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  (*cells[0])++; // NORACE
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  cells = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (cells == MAP_FAILED)
    return 1;
  cells[0] = &first;
  pthread_create(&thread, NULL, worker, NULL);
  madvise(cells, 8192, MADV_WILLNEED);
  pthread_mutex_lock(&lock);
  (*cells[0])++; // NORACE
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
