// What memory holds is given up while another thread reads it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static char *pages;
static int sum;

static void *reader(void *argument) {
  sum = pages[5]; // RACE
  return argument;
}

int main(void) {
  pthread_t thread;
  pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    return 1;
  pages[5] = 1;
  pthread_create(&thread, NULL, reader, NULL);
  madvise(pages, 8192, MADV_DONTNEED); // RACE
  pthread_join(thread, NULL);
  return 0;
}
