// `madvise` discards whole pages, whatever the length.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
char *page;

void *worker(void *unused) {
  page[50] = 1; // RACE
  return NULL;
}

int main(void) {
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return 1;
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  madvise(page, 1, MADV_DONTNEED); // RACE
  pthread_join(id, NULL);
  return 0;
}
