// A mapping ends when no other thread uses it any more; that may fail, and the program looks.
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static char *pages;
static int failures;

static void *user(void *argument) {
  pages[5] = 1; // NORACE
  return argument;
}

int main(void) {
  pthread_t thread;
  pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    return 1;
  pthread_create(&thread, NULL, user, NULL);
  pthread_join(thread, NULL);
  if (munmap(pages, 8192) == -1) // NORACE
    failures++; // REACHABLE
  return 0;
}
