// Pages may be unmapped one by one, whatever they belong to.
#include <pthread.h>
#include <sys/mman.h>

#define PAGE 4096

static char *pages;

static void *reader(void *unused) {
  int last = pages[3 * PAGE]; // RACE
  return last ? &pages : unused;
}

int main(void) {
  pthread_t thread;
  pages = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    return 1;
  pthread_create(&thread, NULL, reader, NULL);
  munmap(pages + 2 * PAGE, 2 * PAGE); // RACE
  pthread_join(thread, NULL);
  return 0;
}
