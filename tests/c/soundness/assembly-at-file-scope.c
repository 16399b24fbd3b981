// Assembly at file scope defines a function that touches what it names.
#include <pthread.h>
int shared;
extern void increment(void);
__asm__(".globl increment\nincrement: incl shared(%rip)\n ret\n"); // OBSTACLE

void *worker(void *unused) {
  increment();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++;
  pthread_join(id, NULL);
  return 0;
}
