// A mapping ends while another thread uses it.
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static char *pages;

static void *user(void *argument) {
  pages[5] = 1; // RACE CONFIRMED
  return argument;
}

int main(void) {
  pthread_t thread;
  pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    return 1;
  pthread_create(&thread, NULL, user, NULL);
  munmap(pages, 8192); // RACE CONFIRMED
  pthread_join(thread, NULL);
  return 0;
}
