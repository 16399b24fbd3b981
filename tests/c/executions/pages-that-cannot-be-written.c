// Writing to memory that may only be read ends the process.
#include <pthread.h>
#include <sys/mman.h>
char *pages;

void *worker(void *unused) {
  pages[0] = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pages = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); // ENDS
  if (pages == MAP_FAILED)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  pages[0] = 2; // IMPRECISE
  return 0;
}
