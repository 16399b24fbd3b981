// Memory lies where it was asked for: at a multiple of an alignment, or of a page.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
int never;
_Alignas(64) char line[64];
struct counter {
  long value;
} __attribute__((aligned(128)));
struct counter counters[2];

void *worker(void *unused) {
  void *memory = NULL;
  if (posix_memalign(&memory, 64, 64) == 0 && (uintptr_t)memory % 64)
    never++; // IMPRECISE
  if ((uintptr_t)aligned_alloc(256, 256) % 256)
    never++; // IMPRECISE
  if ((uintptr_t)line % 64 || (uintptr_t)&counters[1] % 128)
    never++; // IMPRECISE
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page != MAP_FAILED && (uintptr_t)page % 4096)
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
