// `#pragma weak`, `weakref` and `asm` give functions second names.
#include <pthread.h>
int first, second, third, own;
void real_hook(void) { first++; } // RACE
#pragma weak hook = real_hook
void hook(void);
void real_step(void) { second++; } // RACE
static void step(void) __attribute__((weakref("real_step")));
void real_end(void) { third++; } // RACE
void end(void) __asm__("real_end");
void unused_hook(void) { own++; }

void *worker(void *unused) {
  hook();
  step();
  end();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  first++; // RACE
  second++; // RACE
  third++; // RACE
  own++;
  pthread_join(id, NULL);
  return 0;
}
