// Variables of a function or a thread lie where their alignment says, as does what `alloca` and arrays of variable length take.
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
int never, always;
struct counter {
  long value;
} __attribute__((aligned(128)));
typedef int spread __attribute__((aligned(32)));
_Thread_local _Alignas(64) int own = 3;
static __thread struct counter mine;
_Alignas(65536) char wide[10];

static void check(const void *address, uintptr_t alignment) {
  if ((uintptr_t)address % alignment)
    never++; // IMPRECISE
}

static void by_value(struct counter counter, int count) {
  check(&counter, 128);
  struct counter counters[count];
  check(counters, 128);
  _Alignas(512) char bytes[count];
  check(bytes, 512);
  check(__builtin_alloca_with_align(10, 8 * 64), 64);
}

void *worker(void *unused) {
  for (int round = 0; round < 3; round++) {
    _Alignas(64) int line;
    int page __attribute__((aligned(4096)));
    spread third;
    __attribute__((aligned(1024))) __auto_type deduced = 3;
    check(&line, 64);
    check(&page, 4096);
    check(&third, 32);
    check(&deduced, 1024);
    if ((uintptr_t)&line % 64 == 0)
      always++; // RACE
  }
  check(&own, 64);
  check(&mine, 128);
  check(wide, 65536);
  void *pages = valloc(10);
  if (pages)
    check(pages, 4096);
  check(&(struct counter){1}, 128);
  by_value((struct counter){1}, 3);
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
