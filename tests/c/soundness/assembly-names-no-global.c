// Mnemonics, prefixes and registers are no names of objects.
#include <pthread.h>
int lock, eax;

void *worker(void *unused) {
  __asm__ volatile("lock; addl $0, (%%rsp)" ::: "memory");
  __asm__ volatile("xorl %%eax, %%eax" ::: "eax", "memory");
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  lock++;
  eax++;
  pthread_join(id, NULL);
  return 0;
}
